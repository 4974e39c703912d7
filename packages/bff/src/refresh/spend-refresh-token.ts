import type { ConnectionEvent } from '#connections/connection-state.ts'
import { buildTokenSet } from '#connections/token-set.ts'
import type { TokenOutcome, TokenRefusal } from '#provider/token-outcome.ts'
import type { Lease } from '#redis/lease.ts'
import type { AccessTokenResult } from './access-token-result.ts'
import { noteRefusal, readOutcome, type Refresh, storeFresh } from './refresh-outcome.ts'
import { judgeRefreshedTokens } from './refreshed-tokens.ts'

/** A refresh that may send the refresh token. */
interface Spending extends Refresh {
  readonly lease: Pick<Lease, 'secure' | 'isSafe'>
  /** Reports to the circuit breaker whether the call to the provider failed. */
  readonly noteAnswer: (isFailure: boolean) => void
  /** Notes that the refresh failed while the present token is valid: it is used for a while longer. */
  readonly putOff: () => void
}

/** The outcome for tokens of another person: as without an answer, and a retry may return the right ones. */
const FOREIGN: TokenRefusal = { kind: 'provider_down', cause: 'foreign', isAnswered: false, isSent: true }

/**
 * Stores the intent, sends the refresh token, and stores the new tokens by the id of the spent ones.
 * @returns undefined if the lease was lost before the refresh token was sent
 */
export async function spendRefreshToken(refresh: Spending): Promise<AccessTokenResult | undefined> {
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
  refresh: Spending,
  { given, issuedTo }: Extract<TokenOutcome, { kind: 'tokens' }>,
  { askedAtMs, wasInFlight }: { readonly askedAtMs: number; readonly wasInFlight: boolean },
): Promise<AccessTokenResult> {
  const { ports, record, spent, report } = refresh
  const refreshed = judgeRefreshedTokens(given, record, spent)
  if (refreshed.kind === 'foreign') {
    report('foreign', { cause: refreshed.fields.join(' ') })
    return concludeRefusal(refresh, FOREIGN, wasInFlight)
  }
  refresh.noteAnswer(false)
  const facts = { id: ports.newId(), askedAtMs, random: ports.random(), issuedTo }
  return storeFresh(refresh, buildTokenSet(refreshed.tokens, facts), refreshed.oddFields)
}

async function concludeRefusal(
  refresh: Spending,
  refusal: TokenRefusal,
  wasInFlight: boolean,
): Promise<AccessTokenResult> {
  const { record, fallback } = refresh
  refresh.noteAnswer(refusal.kind === 'provider_down' || refusal.kind === 'rate_limited')
  if (fallback !== undefined && isTransient(refusal)) {
    // The present token is still valid and the person notices nothing: neither state nor wait is worth a write.
    refresh.putOff()
    return { kind: 'use', accessToken: fallback.accessToken, connection: record }
  }
  const event: ConnectionEvent =
    refusal.kind === 'grant_refused' && wasInFlight ? { kind: 'grant_lost' } : eventOfOutcome(refusal)
  const isUnknown = refusal.kind === 'provider_down' && !refusal.isAnswered && refusal.isSent
  return noteRefusal(refresh, event, wasInFlight || isUnknown)
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
