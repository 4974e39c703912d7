import type { CheckUp } from '@counterfoil/bff-api/connection'
import type { AccessToken, BusinessWireId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { createSingleFlight } from '@counterfoil/service/values/single-flight'
import type { ConnectionRecord } from '#connections/connection.ts'
import { isRefreshable } from '#connections/token-set.ts'
import type { AccessTokenResult } from '#refresh/token-use.ts'
import type { ConnectionStore } from '#connections/connection-store.ts'
import type { Connections } from '#connections/connections.ts'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'
import type { Bearer, IdentityProbe } from '#provider/identity-probe-client.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

export type Check = CheckUp['checks'][number]

interface CheckUpPorts {
  readonly accessTokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly probe: Pick<IdentityProbe, 'askUser' | 'askBusiness'>
  readonly connectionStore: Pick<ConnectionStore, 'find' | 'update'>
  readonly connections: Pick<Connections, 'report'>
  readonly provider: Pick<ProviderProfile, 'scopes'>
  readonly clock: () => number
}

/** Returns true if the access token has ended and cannot be refreshed, but the state is still `connected`. */
function hasEnded({ health, tokens }: ConnectionRecord, nowMs: number): boolean {
  return (
    health.state === 'connected' && tokens !== null && !isRefreshable(tokens) && tokens.expiresAtMs <= nowMs
  )
}

/** Asks the provider about one connection and updates its state by the answers. */
export type CheckUps = ReturnType<typeof createCheckUp>

export function createCheckUp(ports: CheckUpPorts) {
  const askProvider = createAskProvider(ports)
  const running = createSingleFlight<ConnectionId, unknown>()
  const checkUps = createSingleFlight<ConnectionId, readonly Check[]>()

  /** Makes the planned retry due now, unless the provider limits the rate: a person who presses the button does not wait. */
  async function retryNow(connectionId: ConnectionId): Promise<void> {
    await ports.connectionStore.update(connectionId, (current) => {
      const { health } = current
      const isWaiting = health.canRetryAtMs !== null && health.canRetryAtMs > ports.clock()
      if (!isWaiting || health.reason === 'rate_limited') return undefined
      return { ...current, health: { ...health, canRetryAtMs: ports.clock() } }
    })
  }

  async function examine(before: ConnectionRecord): Promise<readonly Check[]> {
    await retryNow(before.id)
    const record = (await ports.connectionStore.find(before.id)) ?? before
    return judgeChecks(
      await askProvider(record),
      missingScopes(ports.provider.scopes, record.scopes).length === 0,
    )
  }

  return {
    /** Runs the four live checks that a person requests. A call during a check-up gets the result of that check-up. */
    checkUp: (record: ConnectionRecord) => checkUps.run(record.id, () => examine(record)),

    /**
     * Starts the check-ups that nobody requests: for each connection whose `canRetryAt` has passed, or whose access token has ended
     * for good; at most one at a time per connection. Never throws.
     */
    checkUpDue(records: readonly ConnectionRecord[]): void {
      for (const record of records) {
        const { state, canRetryAtMs } = record.health
        const isWaiting = state === 'trouble' || state === 'plan_ended'
        const isDue = isWaiting && canRetryAtMs !== null && canRetryAtMs <= ports.clock()
        if (!isDue && !hasEnded(record, ports.clock())) continue
        running.run(record.id, () => askProvider(record)).catch(() => undefined)
      }
    },
  }
}

/** Builds the function that asks the provider about one connection and changes its state by the answers. */
function createAskProvider(ports: CheckUpPorts): (record: ConnectionRecord) => Promise<Said> {
  const { clock, accessTokens } = ports

  async function askUser(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    return (await ports.probe.askUser({ accessToken: token, scopes: record.scopes })).kind
  }

  async function askWithRenewal(
    record: ConnectionRecord,
  ): Promise<{ readonly token: AccessToken | undefined; readonly user: Word }> {
    const first = await accessTokens.get(record.id, record.principalId)
    if (first.kind !== 'use') return { token: undefined, user: wordOf(first) }
    const user = await askUser(record, first.accessToken)
    if (user !== 'unauthenticated') return { token: first.accessToken, user }
    const second = await accessTokens.renew(record.id, first.accessToken)
    if (second.kind !== 'use') return { token: undefined, user: wordOf(second) }
    return { token: second.accessToken, user: await askUser(record, second.accessToken) }
  }

  async function askData(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    const { businessId, scopes } = record
    if (businessId === null) return 'not_asked'
    const answer = await ports.probe.askBusiness({ accessToken: token, scopes }, businessId)
    if (answer.kind === 'value' && answer.value.name !== null && answer.value.name !== record.businessName) {
      const { name } = answer.value
      await ports.connectionStore.update(record.id, (current) => ({ ...current, businessName: name }))
    }
    return answer.kind
  }

  return async (record) => {
    const beganAtMs = clock()
    const { token, user } = await askWithRenewal(record)
    const userTookMs = clock() - beganAtMs
    if (token === undefined) return { user, data: undefined, userTookMs, dataTookMs: 0 }
    const askedAtMs = clock()
    const data = await askData(record, token)
    const dataTookMs = clock() - askedAtMs
    const event = eventOfAnswers({ user, data })
    if (event !== undefined) await ports.connections.report(record.id, event)
    return { user, data, userTookMs, dataTookMs }
  }
}

function wordOf(result: Exclude<AccessTokenResult, { kind: 'use' }>): Word {
  if (result.kind === 'ended') return result.state === 'plan_ended' ? 'plan_ended' : 'ended'
  return result.kind === 'missing' ? 'ended' : 'provider_down'
}

/** The outcome of one question to the provider. */
type Word = ProbeOutcome<unknown>['kind'] | 'ended' | 'plan_ended'

/** The answers of the provider about one connection, and the time they took. */
interface Said {
  readonly user: Word
  /** Undefined if there was no token to ask with. */
  readonly data: Word | undefined
  readonly userTookMs: number
  readonly dataTookMs: number
}

/** The outcomes that prove that the provider accepted the token. A 429, and a question that was not asked, prove nothing. */
const SIGNED_IN: readonly (Word | undefined)[] = ['value', 'not_found', 'plan_inactive', 'permission_missing']

/** Returns the four checks that a person is shown. @param hasScopes True if every permission that the app asks for is allowed. */
function judgeChecks(said: Said, hasScopes: boolean): readonly Check[] {
  const { userTookMs, dataTookMs } = said
  return [
    { name: 'sign_in', outcome: judgeSignIn(said), tookMs: userTookMs },
    { name: 'permission', outcome: judgePermission(said, hasScopes), tookMs: 0 },
    { name: 'plan', outcome: judgePlan(said), tookMs: 0 },
    { name: 'data', outcome: judgeData(said), tookMs: dataTookMs },
  ]
}

function judgeSignIn({ user, data }: Said): Check['outcome'] {
  if (data === undefined) return user === 'ended' ? 'failed' : user === 'plan_ended' ? 'ok' : 'unknown'
  if (user === 'unauthenticated' || data === 'unauthenticated') return 'failed'
  return SIGNED_IN.includes(user) || SIGNED_IN.includes(data) ? 'ok' : 'unknown'
}

function judgePermission({ user, data }: Said, hasScopes: boolean): Check['outcome'] {
  const isMissing = data !== undefined && [user, data].includes('permission_missing')
  return hasScopes && !isMissing ? 'ok' : 'failed'
}

function judgePlan({ user, data }: Said): Check['outcome'] {
  if (data === undefined) return user === 'plan_ended' ? 'failed' : 'unknown'
  const said = [user, data]
  if (said.includes('plan_inactive')) return 'failed'
  return said.includes('value') || said.includes('not_found') ? 'ok' : 'unknown'
}

function judgeData({ data }: Said): Check['outcome'] {
  return data === 'value' ? 'ok' : data === 'not_found' ? 'failed' : 'unknown'
}

/** Returns the event that the answers mean for the connection; undefined if they mean none. */
function eventOfAnswers({ user, data }: Pick<Said, 'user' | 'data'>): ConnectionEvent | undefined {
  const said = [user, data]
  if (said.includes('plan_inactive')) return { kind: 'plan_inactive' }
  if (data === 'not_found') return { kind: 'business_lost' }
  if (said.includes('rate_limited')) return { kind: 'rate_limited' }
  if (said.includes('provider_down') || said.includes('unauthenticated')) return { kind: 'provider_down' }
  return said.includes('value') ? { kind: 'answered' } : undefined
}

interface LossReportPorts {
  readonly find: (connectionId: ConnectionId) => Promise<ConnectionRecord | undefined>
  readonly getToken: (connectionId: ConnectionId, principalId: PrincipalId) => Promise<AccessTokenResult>
  readonly askBusiness: (bearer: Bearer, businessId: BusinessWireId) => Promise<ProbeOutcome<unknown>>
  readonly report: (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void>
  readonly onUnconfirmed: (fact: { readonly connectionId: ConnectionId; readonly said: string }) => void
}

/**
 * Wraps `report`. The report of a business that is not found would end the connection, and a single answer may come from a lagging
 * replica of the provider: the provider is asked again, and only a second "not found" is passed on. Never throws, like `report`.
 */
export function createLossReport(
  ports: LossReportPorts,
): (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void> {
  const asking = createSingleFlight<ConnectionId, void>()

  async function askAgain(connectionId: ConnectionId): Promise<void> {
    const record = await ports.find(connectionId)
    if (record === undefined || record.businessId === null) return
    const token = await ports.getToken(connectionId, record.principalId)
    // The record already holds the reason why there is no token.
    if (token.kind !== 'use') return
    const bearer = { accessToken: token.accessToken, scopes: record.scopes }
    const said = (await ports.askBusiness(bearer, record.businessId)).kind
    if (said === 'not_found') return ports.report(connectionId, { kind: 'business_lost' })
    ports.onUnconfirmed({ connectionId, said })
  }

  return async (connectionId, event) => {
    if (event.kind !== 'business_lost') return ports.report(connectionId, event)
    // If this fails, the next answer reports the same again.
    return asking.run(connectionId, () => askAgain(connectionId).catch(() => undefined))
  }
}
