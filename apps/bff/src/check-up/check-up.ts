import type { CheckUp } from '@counterfoil/bff-api/connection'
import { allowsScope, missingScopes } from '@counterfoil/oauth/scope'
import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionStore } from '#connections/connection-store.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'
import type { AccessTokenResult } from '#refresh/access-token-result.ts'
import type { AccessTokens } from '#refresh/access-tokens.ts'

export interface CheckUpPorts {
  readonly accessTokens: Pick<AccessTokens, 'get' | 'renew'>
  readonly probe: IdentityProbe
  readonly store: Pick<ConnectionStore, 'find' | 'update'>
  readonly report: (connectionId: ConnectionId, event: ConnectionEvent) => Promise<void>
  readonly requestedScopes: readonly string[]
  readonly clock: () => number
}

type Check = CheckUp['checks'][number]
type Outcomes = Readonly<
  Record<Check['name'], { readonly outcome: Check['outcome']; readonly tookMs: number }>
>

const UNKNOWN = { outcome: 'unknown', tookMs: 0 } as const

/**
 * Asks the provider about one connection and lets the state follow the answers.
 * `checkUp` is the person's four live checks; `checkUp` is what happens by itself while a connection waits.
 */
export function createCheckUp(ports: CheckUpPorts) {
  const running = new Set<string>()
  const checkUps = new Map<string, Promise<readonly Check[]>>()

  async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
    const beganAtMs = ports.clock()
    const value = await work()
    return { value, tookMs: ports.clock() - beganAtMs }
  }

  /** A person who presses the button does not wait for the next planned try. */
  async function retryNow(connectionId: ConnectionId): Promise<void> {
    await ports.store.update(connectionId, (current) => {
      const { health } = current
      const isWaiting = health.canRetryAtMs !== null && health.canRetryAtMs > ports.clock()
      if (!isWaiting || health.reason === 'rate_limited') return undefined
      return { ...current, health: { ...health, canRetryAtMs: ports.clock() } }
    })
  }

  async function look(record: ConnectionRecord): Promise<Outcomes> {
    const permission = {
      outcome: missingScopes(ports.requestedScopes, record.scopes).length === 0 ? 'ok' : 'failed',
      tookMs: 0,
    } as const
    const signIn = await timed(() => askWithRenewal(record))
    const { token, user } = signIn.value
    const tookMs = signIn.tookMs
    if (token === undefined) {
      const isEnded = user === 'ended'
      return {
        sign_in: { outcome: isEnded ? 'failed' : user === 'plan_ended' ? 'ok' : 'unknown', tookMs },
        permission,
        plan: { outcome: user === 'plan_ended' ? 'failed' : 'unknown', tookMs: 0 },
        data: UNKNOWN,
      }
    }
    const data = await timed(() => askData(record, token))
    const said = [user, data.value]
    const isInactive = said.includes('plan_inactive')
    const isAnswered = said.some((word) => word === 'value' || word === 'not_found')
    await noteAnswers(record, user, data.value)
    return {
      sign_in: {
        outcome: said.includes('unauthenticated') ? 'failed' : said.some(provesSignIn) ? 'ok' : 'unknown',
        tookMs,
      },
      permission: said.includes('permission_missing') ? { outcome: 'failed', tookMs: 0 } : permission,
      plan: { outcome: isInactive ? 'failed' : isAnswered ? 'ok' : 'unknown', tookMs: 0 },
      data: {
        outcome: data.value === 'value' ? 'ok' : data.value === 'not_found' ? 'failed' : 'unknown',
        tookMs: data.tookMs,
      },
    }
  }

  type Word = ProbeOutcome<unknown>['kind'] | 'ended' | 'plan_ended' | 'not_asked'

  async function askWithRenewal(
    record: ConnectionRecord,
  ): Promise<{ token: AccessToken | undefined; user: Word }> {
    const first = await ports.accessTokens.get(record.id, record.principalId)
    if (first.kind !== 'use') return { token: undefined, user: wordOf(first) }
    const user = await askUser(record, first.accessToken)
    if (user !== 'unauthenticated') return { token: first.accessToken, user }
    const second = await ports.accessTokens.renew(record.id, first.accessToken)
    if (second.kind !== 'use') return { token: undefined, user: wordOf(second) }
    return { token: second.accessToken, user: await askUser(record, second.accessToken) }
  }

  async function askUser(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    if (!allowsScope(record.scopes, 'user:read')) return 'not_asked'
    return (await ports.probe.askUser(token)).kind
  }

  async function askData(record: ConnectionRecord, token: AccessToken): Promise<Word> {
    const { businessId } = record
    if (businessId === null || !allowsScope(record.scopes, 'business:read')) return 'not_asked'
    const answer = await ports.probe.askBusiness(token, businessId)
    if (answer.kind === 'value' && answer.value.name !== null && answer.value.name !== record.businessName) {
      const { name } = answer.value
      await ports.store.update(record.id, (current) => ({ ...current, businessName: name }))
    }
    return answer.kind
  }

  async function noteAnswers(record: ConnectionRecord, user: Word, data: Word): Promise<void> {
    const said = [user, data]
    if (said.includes('plan_inactive')) await ports.report(record.id, { kind: 'plan_inactive' })
    else if (data === 'not_found') await ports.report(record.id, { kind: 'business_lost' })
    else if (said.includes('rate_limited')) await ports.report(record.id, { kind: 'rate_limited' })
    else if (said.includes('provider_down') || said.includes('unauthenticated')) {
      await ports.report(record.id, { kind: 'provider_down' })
    } else if (said.includes('value')) await ports.report(record.id, { kind: 'answered' })
  }

  async function examine(record: ConnectionRecord): Promise<readonly Check[]> {
    await retryNow(record.id)
    const found = await look((await ports.store.find(record.id)) ?? record)
    return (['sign_in', 'permission', 'plan', 'data'] as const).map((name) => ({ name, ...found[name] }))
  }

  return {
    /** Who asks while one is under way gets its answer. */
    checkUp(record: ConnectionRecord): Promise<readonly Check[]> {
      const found = checkUps.get(record.id)
      if (found !== undefined) return found
      const started = examine(record).finally(() => checkUps.delete(record.id))
      checkUps.set(record.id, started)
      return started
    },

    /** Asks again where the time for it has come; at most once at a time per connection. Never throws. */
    checkUpDue(records: readonly ConnectionRecord[]): void {
      for (const record of records) {
        const { state, canRetryAtMs } = record.health
        const isWaiting = state === 'trouble' || state === 'plan_ended'
        if (!isWaiting || canRetryAtMs === null || canRetryAtMs > ports.clock() || running.has(record.id))
          continue
        running.add(record.id)
        look(record)
          .catch(() => undefined)
          .finally(() => running.delete(record.id))
      }
    },
  }
}

/** Has the provider taken the token? What it asks patience for, or was not asked, it says nothing of. */
function provesSignIn(word: string): boolean {
  return ['value', 'not_found', 'plan_inactive', 'permission_missing'].includes(word)
}

function wordOf(
  result: Exclude<AccessTokenResult, { kind: 'use' }>,
): 'ended' | 'plan_ended' | 'provider_down' {
  if (result.kind === 'ended') return result.state === 'plan_ended' ? 'plan_ended' : 'ended'
  return result.kind === 'missing' ? 'ended' : 'provider_down'
}
