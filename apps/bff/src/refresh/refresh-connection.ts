import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { applyEvent, renewRecord } from '#connections/connection.ts'
import { NotReplicatedError } from '#redis/store-unavailable.ts'
import { CLOSED, enterCircuit, noteFailure } from '#provider/circuit-breaker.ts'
import { decideTokenUse } from './token-use.ts'
import type { Lease } from '#redis/lease.ts'
import type { RefreshPorts, RefreshReport } from './refresh-ports.ts'
import { judgeRefreshedTokens } from './refreshed-tokens.ts'
import type { TokenRefusal } from '#provider/token-outcome.ts'
import { eventOfOutcome } from './refresh-event.ts'
import { createTokenRescue } from './token-rescue.ts'
import { fallBack, resultOf, type AccessTokenResult } from './access-token-result.ts'
import { buildTokenSet, type TokenSet } from '#connections/token-set.ts'

/** Between two tries to refresh a token that still lives. */
export const EARLY_RETRY_MS = 5000
const MAX_EARLY_WAITS = 10_000

/**
 * One refresh, by the holder of the lock: read again, note the intent, spend, store by the id of what was spent.
 * New tokens are either stored or waiting for revocation; nothing the provider gives stays alive unknown.
 */
export function createRefresh(ports: RefreshPorts) {
  const rescue = createTokenRescue(ports)
  const earlyWaitUntilMs = new Map<string, number>()
  let circuit = CLOSED

  /** @returns undefined when the lease was lost before anything was spent */
  async function run(
    connectionId: ConnectionId,
    refusedToken: AccessToken | undefined,
    lease: Pick<Lease, 'secure' | 'isSafe'>,
  ): Promise<AccessTokenResult | undefined> {
    const beganAtMs = ports.clock()
    const report: Report = (outcome, more = {}) =>
      ports.onRefresh?.({ connectionId, outcome, ...more, tookMs: ports.clock() - beganAtMs })

    // Read again under the lock: whoever held it before us may have done the work.
    const record = await ports.connections.find(connectionId)
    if (record === undefined) return { kind: 'missing' }
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    const result = resultOf(record, decision)
    if (result !== undefined || decision.kind !== 'refresh') return result ?? { kind: 'missing' }
    const spent = decision.tokens
    const rescued = rescue.find(connectionId, spent)
    if (rescued !== undefined) {
      // What came for these tokens is in our hands, and the store has lost it or never had it.
      await rescued.write()
      return readOutcome(connectionId, refusedToken)
    }
    const entry = enterCircuit(circuit, ports.clock())
    if (entry.kind === 'wait') {
      report('circuit_open')
      return fallBack(record, decision.fallback, entry.retryAtMs)
    }
    circuit = entry.circuit

    // The intent: proves that the store takes writes before anything is spent, and remembers the spending if we die.
    const wasInFlight = record.refreshInFlight?.tokensId === spent.id
    const intent = await ports.connections.update(connectionId, (current) =>
      current.tokens?.id === spent.id
        ? {
            ...current,
            refreshInFlight: current.refreshInFlight ?? { atMs: ports.clock(), tokensId: spent.id },
          }
        : undefined,
    )
    if (intent.kind === 'missing') return { kind: 'missing' }
    if (intent.kind === 'unchanged' && intent.current.tokens?.id !== spent.id) {
      report('lost_to_newer')
      return readOutcome(connectionId, refusedToken)
    }
    await ports.onStep?.('intent-stored', connectionId)

    // Nothing is spent by one who slept through the end of its lease: others have been at it since.
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
    const refreshed =
      outcome.kind === 'tokens' ? judgeRefreshedTokens(outcome.given, record, spent) : undefined
    noteInCircuit(connectionId, refreshed?.kind === 'foreign' ? 'foreign' : outcome.kind)

    if (outcome.kind === 'tokens' && refreshed?.kind === 'ours') {
      const { oddFields } = refreshed
      const fresh = buildTokenSet(refreshed.tokens, {
        ...{ id: ports.newId(), askedAtMs, random: ports.random() },
        issuedTo: outcome.issuedTo,
      })
      return storeFresh(connectionId, spent, fresh, (written, more) =>
        report(written, oddFields.length > 0 ? { ...more, oddFields } : more),
      )
    }
    const refusal: TokenRefusal = outcome.kind === 'tokens' ? FOREIGN : outcome
    if (refreshed?.kind === 'foreign') report('foreign', { cause: refreshed.fields.join(' ') })
    else report(refusal.kind, 'cause' in refusal ? { cause: refusal.cause } : {})
    const event: ConnectionEvent =
      refusal.kind === 'grant_refused' && wasInFlight ? { kind: 'grant_lost' } : eventOfOutcome(refusal)
    if (decision.fallback !== undefined && isTransient(refusal)) {
      // The present token lives on and the person notices nothing: neither state nor wait is worth a write.
      if (earlyWaitUntilMs.size > MAX_EARLY_WAITS) earlyWaitUntilMs.clear()
      earlyWaitUntilMs.set(connectionId, ports.clock() + EARLY_RETRY_MS)
      return { kind: 'use', accessToken: decision.fallback.accessToken, connection: record }
    }
    const isUnknown = refusal.kind === 'provider_down' && !refusal.isAnswered && refusal.isSent
    const mayBeSpent = wasInFlight || isUnknown
    return noteRefusal(connectionId, spent, event, mayBeSpent)
  }

  function noteInCircuit(
    connectionId: ConnectionId,
    outcome: TokenRefusal['kind'] | 'tokens' | 'foreign',
  ): void {
    const isFailure = outcome === 'provider_down' || outcome === 'rate_limited' || outcome === 'foreign'
    circuit = isFailure
      ? noteFailure(circuit, { connectionId, nowMs: ports.clock(), random: ports.random() })
      : CLOSED
  }

  /** Writes new tokens if the old ones are still what is stored; else the new ones must not stay alive unknown. */
  async function storeFresh(
    connectionId: ConnectionId,
    spent: TokenSet,
    fresh: TokenSet,
    report: Report,
  ): Promise<AccessTokenResult> {
    const write = () =>
      ports.connections.update(connectionId, (current) =>
        current.tokens?.id === spent.id ? renewRecord(current, fresh, ports.clock()) : undefined,
      )
    let written: Awaited<ReturnType<typeof write>>
    try {
      written = await write()
    } catch (error) {
      report('store_failed')
      const isStored = error instanceof NotReplicatedError
      rescue.begin({ connectionId, spent, fresh, write, isStored })
      const stored = isStored ? await ports.connections.find(connectionId) : undefined
      // Good for this query; the rescue sees to it that a failover does not cost it.
      if (stored?.tokens?.id === fresh.id)
        return { kind: 'use', accessToken: fresh.accessToken, connection: stored }
      throw error
    }
    if (written.kind === 'updated') {
      report('tokens')
      await ports.onStep?.('stored', connectionId)
      return { kind: 'use', accessToken: fresh.accessToken, connection: written.after }
    }
    report('lost_to_newer')
    await rescue.discard(connectionId, written.kind === 'unchanged' ? written.current : undefined, fresh)
    return readOutcome(connectionId, undefined)
  }

  /** The provider gave no tokens. Only if ours are still the stored ones does that say anything. */
  async function noteRefusal(
    connectionId: ConnectionId,
    spent: TokenSet,
    event: ConnectionEvent,
    mayBeSpent: boolean,
  ): Promise<AccessTokenResult> {
    const isFinal = event.kind === 'grant_refused' || event.kind === 'grant_lost'
    const noted = await ports.connections.update(
      connectionId,
      (current) => {
        if (current.tokens?.id !== spent.id) return undefined
        const applied = applyEvent(current, event, ports.clock())
        const after =
          mayBeSpent || current.refreshInFlight === null ? applied : { ...applied, refreshInFlight: null }
        // A refused grant ends its whole family at the provider too: an answer we never saw may have made tokens.
        return isFinal ? { ...after, tokens: null, refreshInFlight: null } : after
      },
      () => (isFinal ? [spent] : []),
    )
    if (noted.kind === 'missing') return { kind: 'missing' }
    return readOutcome(connectionId, undefined, spent)
  }

  /** What the stored record says now, without asking the provider once more. */
  async function readOutcome(
    connectionId: ConnectionId,
    refusedToken: AccessToken | undefined,
    failed?: TokenSet,
  ): Promise<AccessTokenResult> {
    const record = await ports.connections.find(connectionId)
    if (record === undefined) return { kind: 'missing' }
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    const result = resultOf(record, decision)
    if (result !== undefined || decision.kind !== 'refresh') return result ?? { kind: 'missing' }
    const fallback = failed?.id === decision.tokens.id ? decision.fallback : undefined
    return fallBack(record, fallback, ports.clock() + 1000)
  }

  return {
    run,
    /** Was an early refresh of this connection refused a moment ago? Then its present token is used on. */
    isWaiting: (connectionId: ConnectionId) => ports.clock() < (earlyWaitUntilMs.get(connectionId) ?? 0),
    settle: rescue.settle,
  }
}

type Report = (outcome: RefreshReport['outcome'], more?: Pick<RefreshReport, 'cause' | 'oddFields'>) => void

/** Tokens of somebody else: as if nothing had come, and the next try may bring the right ones. */
const FOREIGN: TokenRefusal = { kind: 'provider_down', cause: 'foreign', isAnswered: false, isSent: true }

function isTransient(outcome: TokenRefusal): boolean {
  return (
    outcome.kind === 'provider_down' || outcome.kind === 'rate_limited' || outcome.kind === 'misconfigured'
  )
}
