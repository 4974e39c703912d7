import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { applyEvent, renewRecord, type ConnectionRecord } from '#connections/connection.ts'
import { buildTokenSet, isRefreshable, type TokenSet } from '#connections/token-set.ts'
import { createCircuitBreaker } from '#provider/circuit-breaker.ts'
import type { TokenOutcome, TokenRefusal } from '#provider/token-outcome.ts'
import type { Lease } from '#redis/lease.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import type { RefreshPorts, RefreshReport } from './refresh-ports.ts'
import { judgeRefreshedTokens } from './refreshed-tokens.ts'
import { createTokenRescue, type TokenRescue } from './token-rescue.ts'
import { decideTokenUse, fallBack, resultOf, type AccessTokenResult } from './token-use.ts'

/** The pause in milliseconds between two attempts to refresh a token that is still valid. */
const EARLY_RETRY_MS = 5000
const MAX_EARLY_WAITS = 10_000

/**
 * Creates the refresh for the holder of the lock: read the record again, store the intent, send the refresh token, store by the id
 * of the spent tokens. New tokens are either stored or wait for their revocation: the store knows every valid token.
 */
export function createRefresh(ports: RefreshPorts) {
  const { clock } = ports
  const rescue = createTokenRescue(ports)
  const circuit = createCircuitBreaker(ports)
  const putOff = createRecentKeys<ConnectionId>(MAX_EARLY_WAITS, { lifetimeMs: EARLY_RETRY_MS, clock })

  return {
    /** @returns undefined if the lease was lost before the refresh token was sent */
    async run(
      connectionId: ConnectionId,
      refusedToken: AccessToken | undefined,
      lease: Pick<Lease, 'secure' | 'isSafe'>,
    ): Promise<AccessTokenResult | undefined> {
      const beganAtMs = clock()
      const report: Report = (outcome, more = {}) =>
        ports.onRefresh?.({ connectionId, outcome, ...more, tookMs: clock() - beganAtMs })
      // Read again under the lock: the holder before us may have refreshed the tokens.
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      const decision = decideTokenUse(record, clock(), refusedToken)
      if (decision.kind !== 'refresh') return resultOf(record, decision)
      const { tokens: spent, fallback } = decision
      if (!isRefreshable(spent)) {
        // The tokens cannot be refreshed, and only the person can get others.
        return noteRefusal({ ports, record, spent }, { kind: 'unreadable' }, { mayBeSpent: false })
      }
      const rescued = rescue.find(connectionId, spent)
      if (rescued !== undefined) {
        // This process holds the tokens of an earlier refresh in memory; the store lost them or never had them.
        await rescued.write()
        return readOutcome(ports, connectionId, { refusedToken })
      }
      const retryAtMs = circuit.enter()
      if (retryAtMs !== undefined) {
        report('circuit_open')
        return fallBack(record, fallback, retryAtMs)
      }
      return spendRefreshToken({
        ...{ ports, rescue, report, record, spent, fallback, refusedToken, lease },
        noteAnswer: ({ isFailure }) =>
          isFailure ? circuit.noteFailure(connectionId) : circuit.noteSuccess(),
        putOff: () => putOff.add(connectionId),
      })
    },
    /** Returns true if an early refresh of this connection failed a moment ago. Then its present token is used further. */
    isWaiting: putOff.has,
    settle: rescue.settle,
  }
}

type Report = (outcome: RefreshReport['outcome'], more?: Pick<RefreshReport, 'cause' | 'oddFields'>) => void

/** A refresh that may send the refresh token. */
interface Refresh {
  readonly ports: RefreshPorts
  readonly rescue: TokenRescue
  readonly report: Report
  /** The record under the lock, before the refresh token was sent. */
  readonly record: ConnectionRecord
  /** The tokens whose refresh token was sent. */
  readonly spent: TokenSet
  /** The present tokens, if they can be used when the refresh fails. */
  readonly fallback: TokenSet | undefined
  /** The access token that the provider has just refused. */
  readonly refusedToken: AccessToken | undefined
  readonly lease: Pick<Lease, 'secure' | 'isSafe'>
  /** Reports to the circuit breaker whether the call to the provider failed. */
  readonly noteAnswer: (answer: { readonly isFailure: boolean }) => void
  /** Notes that the refresh failed while the present token is valid: it is used for a while longer. */
  readonly putOff: () => void
}

/** The outcome for tokens of another person: as without an answer, and a retry may return the right ones. */
const FOREIGN: TokenRefusal = { kind: 'provider_down', cause: 'foreign', isAnswered: false, isSent: true }

/**
 * Stores the intent, sends the refresh token, and stores the new tokens by the id of the spent ones.
 * @returns undefined if the lease was lost before the refresh token was sent
 */
async function spendRefreshToken(refresh: Refresh): Promise<AccessTokenResult | undefined> {
  const { ports, record, spent, lease, report } = refresh
  const { id: connectionId } = record
  // The intent: proves that the store takes writes before the refresh token is sent, and stays in the record if this
  // process ends before the answer.
  const wasInFlight = record.refreshInFlight?.tokensId === spent.id
  const intent = await ports.connections.update(connectionId, (current) => {
    if (current.tokens?.id !== spent.id) return undefined
    const present = { atMs: ports.clock(), tokensId: spent.id }
    return { ...current, refreshInFlight: current.refreshInFlight ?? present }
  })
  if (intent.kind === 'missing') return { kind: 'missing' }
  if (intent.kind === 'unchanged' && intent.current.tokens?.id !== spent.id) {
    report('lost_to_newer')
    return readOutcome(ports, connectionId, { refusedToken: refresh.refusedToken })
  }
  await ports.onStep?.('intent-stored', connectionId)

  // A process that was frozen past the end of its lease sends nothing: another one may have refreshed since.
  if (!(await lease.secure())) {
    report('lost_lease')
    return undefined
  }
  await ports.onStep?.('secured', connectionId)

  const askedAtMs = ports.clock()
  const outcome = await ports.endpoint.refresh(spent.refreshToken, lease.isSafe)
  await ports.onStep?.('spent', connectionId)
  if (outcome.kind === 'withheld') {
    report('lost_lease')
    return undefined
  }
  if (outcome.kind !== 'tokens') {
    report(outcome.kind, 'cause' in outcome ? { cause: outcome.cause } : {})
    return concludeRefusal(refresh, outcome, wasInFlight)
  }
  return concludeTokens(refresh, outcome, { askedAtMs, wasInFlight })
}

async function concludeTokens(
  refresh: Refresh,
  { given, issuedTo }: Extract<TokenOutcome, { kind: 'tokens' }>,
  { askedAtMs, wasInFlight }: { readonly askedAtMs: number; readonly wasInFlight: boolean },
): Promise<AccessTokenResult> {
  const { ports, record, spent, report } = refresh
  const refreshed = judgeRefreshedTokens(given, record, spent)
  if (refreshed.kind === 'foreign') {
    report('foreign', { cause: refreshed.fields.join(' ') })
    return concludeRefusal(refresh, FOREIGN, wasInFlight)
  }
  refresh.noteAnswer({ isFailure: false })
  const facts = { id: ports.newId(), askedAtMs, random: ports.random(), issuedTo }
  return storeFresh(refresh, buildTokenSet(refreshed.tokens, facts), refreshed.oddFields)
}

async function concludeRefusal(
  refresh: Refresh,
  refusal: TokenRefusal,
  wasInFlight: boolean,
): Promise<AccessTokenResult> {
  const { record, fallback } = refresh
  const isFailure = refusal.kind === 'provider_down' || refusal.kind === 'rate_limited'
  refresh.noteAnswer({ isFailure })
  if (fallback !== undefined && isTransient(refusal)) {
    // The present token is still valid and the person notices nothing: neither state nor wait is worth a write.
    refresh.putOff()
    return { kind: 'use', accessToken: fallback.accessToken, connection: record }
  }
  const event: ConnectionEvent =
    refusal.kind === 'grant_refused' && wasInFlight ? { kind: 'grant_lost' } : eventOfOutcome(refusal)
  const isUnknown = refusal.kind === 'provider_down' && !refusal.isAnswered && refusal.isSent
  return noteRefusal(refresh, event, { mayBeSpent: wasInFlight || isUnknown })
}

function isTransient({ kind }: TokenRefusal): boolean {
  return kind === 'provider_down' || kind === 'rate_limited' || kind === 'misconfigured'
}

/** Returns the event of the connection for a refused or failed refresh. */
export function eventOfOutcome(outcome: TokenRefusal): ConnectionEvent {
  switch (outcome.kind) {
    case 'grant_refused':
      return { kind: 'grant_refused' }
    case 'plan_inactive':
      return { kind: 'plan_inactive' }
    case 'rate_limited':
      return { kind: 'rate_limited', retryAfterMs: outcome.retryAfterMs }
    case 'misconfigured':
      return { kind: 'misconfigured' }
    case 'provider_down':
      return { kind: 'provider_down' }
  }
}

/** Stores new tokens if the old ones are still stored; else the new ones are revoked. */
async function storeFresh(
  { ports, rescue, record: { id: connectionId }, spent, report }: Refresh,
  fresh: TokenSet,
  oddFields: RefreshReport['oddFields'],
): Promise<AccessTokenResult> {
  const odd = oddFields === undefined || oddFields.length === 0 ? {} : { oddFields }
  const write = () =>
    ports.connections.update(connectionId, (current) =>
      current.tokens?.id === spent.id ? renewRecord(current, fresh, ports.clock()) : undefined,
    )
  let written: Awaited<ReturnType<typeof write>>
  try {
    written = await write()
  } catch (error) {
    report('store_failed', odd)
    const isStored = error instanceof NotReplicatedError
    rescue.begin({ connectionId, spent, fresh, write, isStored })
    const stored = isStored ? await ports.connections.find(connectionId) : undefined
    // The token can be used for this query; token-rescue stores it again if a failover loses it.
    if (stored?.tokens?.id === fresh.id)
      return { kind: 'use', accessToken: fresh.accessToken, connection: stored }
    throw error
  }
  if (written.kind === 'updated') {
    report('tokens', odd)
    await ports.onStep?.('stored', connectionId)
    return { kind: 'use', accessToken: fresh.accessToken, connection: written.after }
  }
  report('lost_to_newer', odd)
  await rescue.discard(connectionId, written.kind === 'unchanged' ? written.current : undefined, fresh)
  return readOutcome(ports, connectionId)
}

/**
 * Notes that the provider gave no tokens, if the tokens sent are still the stored ones.
 * @param mayBeSpent True if the provider may have given tokens that we never received.
 */
async function noteRefusal(
  { ports, record: { id: connectionId }, spent }: Pick<Refresh, 'ports' | 'record' | 'spent'>,
  event: ConnectionEvent,
  { mayBeSpent }: { readonly mayBeSpent: boolean },
): Promise<AccessTokenResult> {
  const isFinal = event.kind === 'grant_refused' || event.kind === 'grant_lost'
  const happenedAtMs = ports.clock()
  const noted = await ports.connections.update(
    connectionId,
    (current) => {
      if (current.tokens?.id !== spent.id) return undefined
      const applied = applyEvent(current, event, happenedAtMs)
      const after =
        mayBeSpent || current.refreshInFlight === null ? applied : { ...applied, refreshInFlight: null }
      // A refused grant ends its whole family at the provider too: an answer that was lost may have had tokens.
      return isFinal ? { ...after, tokens: null, refreshInFlight: null } : after
    },
    () => (isFinal ? [spent] : []),
  )
  if (noted.kind === 'missing') return { kind: 'missing' }
  return readOutcome(ports, connectionId, { failed: spent })
}

/** Returns the result of the stored record, without another call to the provider. */
async function readOutcome(
  ports: Pick<RefreshPorts, 'connections' | 'clock'>,
  connectionId: ConnectionId,
  facts: { readonly refusedToken?: AccessToken | undefined; readonly failed?: TokenSet } = {},
): Promise<AccessTokenResult> {
  const record = await ports.connections.find(connectionId)
  if (record === undefined) return { kind: 'missing' }
  const decision = decideTokenUse(record, ports.clock(), facts.refusedToken)
  if (decision.kind !== 'refresh') return resultOf(record, decision)
  const fallback = facts.failed?.id === decision.tokens.id ? decision.fallback : undefined
  return fallBack(record, fallback, ports.clock() + 1000)
}
