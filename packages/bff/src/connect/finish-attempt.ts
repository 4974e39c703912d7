import type { ConnectOutcome } from '@counterfoil/bff-api/connect-result'
import type {
  AttemptId,
  AuthorizationCode,
  BusinessWireId,
  ConnectionId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { connectionIdOf } from '#connections/connection-id.ts'
import type { Identity } from '#connections/connection.ts'
import { type TokenSet, buildTokenSet } from '#connections/token-set.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import type { IdentityProbe } from '#provider/identity-probe-client.ts'
import type { ExchangeOutcome, Names } from '#provider/token-outcome.ts'
import { type Attempt, type Expectation, namedConnection } from './attempt.ts'
import { nonceOf } from './authorization-url.ts'
import { type IdentityVerdict, connectOutcomeOf, judgeIdentity, reasonOfExchange } from './connect-outcome.ts'
import type { ConnectPorts } from './connect-ports.ts'
import {
  CONNECT_RESULT_LIFE_MS,
  type ConnectResultFrame,
  type Replaced,
  type StoredConnectResult,
  buildConnectResult,
} from './connect-result.ts'
import type { Arrival, OpenConnection, OpenedConnection } from './open-connection.ts'

/** Finishes an attempt whose code came back. A result without `signIn` is already saved. */
export type FinishAttempt = ReturnType<typeof createFinishAttempt>

interface Returned {
  readonly attempt: Attempt
  readonly code: AuthorizationCode
  readonly frame: ConnectResultFrame
  /** The person who is signed in in this browser now. */
  readonly present: Expectation | undefined
}

type Exchanged = Extract<ExchangedCode, { kind: 'tokens' }>
type Concluded = {
  readonly connectResult: StoredConnectResult
  readonly signIn?: undefined
  /** The reason for the log why the exchange failed. */
  readonly reason?: string
}

/**
 * Creates the function that finishes attempts: it exchanges the code, looks up the identity, compares it and stores the tokens.
 * Nothing stored is changed before the comparison succeeds; tokens that nobody will use are revoked.
 */
export function createFinishAttempt(ports: ConnectPorts, openConnection: OpenConnection) {
  const { clock } = ports
  const exchangeCode = createCodeExchange(ports)

  async function conclude(connectResult: StoredConnectResult, reason?: string): Promise<Concluded> {
    await ports.connectResults.save(connectResult)
    return reason === undefined ? { connectResult } : { connectResult, reason }
  }

  async function judge(returned: Returned, exchanged: Exchanged): Promise<OpenedConnection | Concluded> {
    const { attempt, frame, present } = returned
    const { tokens, connectionId } = exchanged
    const looked = await lookUpIdentity(ports.probe, tokens, exchanged)
    if (looked.kind === 'contradiction') {
      await ports.pendingRevocations.add(connectionId, [tokens], 0)
      return conclude(
        buildConnectResult(frame, 'provider_failed', clock()),
        'identity contradicts the tokens',
      )
    }
    const { identity, isPlanInactive } = looked
    const { intent, expected, scopes: asked, owner } = attempt
    const arrival = { identity, tokens, intent, asked, isPlanInactive, replaces: replacedBy(attempt), owner }
    const verdict = judgeIdentity(intent, expected, identity, present?.userId)
    if (verdict.kind === 'as_expected') return openConnection(arrival, frame)
    const stayConnected = verdict.kind === 'other_account' ? await countStaying(returned) : null
    const question = { outcome: verdict.kind, connectionId, stayConnected, nowMs: clock() }
    return conclude(buildQuestion(returned, arrival, question))
  }

  /** Counts the other account's connections that stay. Null if it has not signed in: nothing is disclosed about it. */
  async function countStaying({ attempt, present }: Returned): Promise<number | null> {
    const other = present ?? attempt.expected
    const isKnown = present !== undefined || attempt.intent !== 'sign_in'
    if (other === null || !isKnown) return null
    return ports.connections.countLiving(other.principalId, replacedBy(attempt)?.connectionId)
  }

  return async (returned: Returned): Promise<OpenedConnection | Concluded> => {
    const { attempt, code, frame } = returned
    const exchanged = await exchangeCode(frame.id, attempt, code)
    if (exchanged.kind === 'tokens') return judge(returned, exchanged)
    const { outcome, retryAt, reason } = exchanged
    return conclude(buildConnectResult(frame, outcome, clock(), { retryAt }), reason)
  }
}

function replacedBy({ intent, connectionId, replacedName }: Attempt): Replaced | null {
  return intent === 'switch_business' && connectionId !== null
    ? { connectionId, businessName: replacedName ?? null }
    : null
}

/** Builds a result that asks the person what to do, because another account or business came back than expected. */
function buildQuestion(
  { attempt, frame, present }: Returned,
  { identity, tokens, asked, replaces }: Arrival,
  facts: {
    readonly outcome: Exclude<IdentityVerdict['kind'], 'as_expected'>
    /** The id of the connection that would be made. */
    readonly connectionId: ConnectionId
    readonly stayConnected: number | null
    readonly nowMs: number
  },
): StoredConnectResult {
  const { outcome, connectionId, stayConnected, nowMs } = facts
  const other = outcome === 'other_account' ? (present ?? attempt.expected) : attempt.expected
  const businessName = attempt.expected?.businessName ?? null
  const ending = {
    connectionId: namedConnection(attempt),
    businessName,
    decisionOpen: true,
    stayConnected,
    expected: { email: other?.email ?? null, businessName },
    received: { email: identity.email, businessName: identity.businessName },
    replaced: replaces === null ? null : ({ ...replaces, revocation: 'planned' } as const),
    missing: [...missingScopes(asked, tokens.scopes)],
    granted: [...tokens.scopes],
  }
  const pending = { ...identity, connectionId, tokensId: tokens.id, asked, replaces }
  // Only the browser that began the attempt may read the question, not other sessions of the same person.
  return buildConnectResult({ ...frame, principalId: null }, outcome, nowMs, ending, pending)
}

type LookedUp =
  /** The provider named two different users for one token: neither can be believed. */
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'identity'; readonly identity: Identity; readonly isPlanInactive: boolean }

/** Asks the provider for the missing names of the person and the business that `tokens` are said to be for. */
export async function lookUpIdentity(
  probe: Pick<IdentityProbe, 'askUser' | 'askBusiness'>,
  tokens: Pick<TokenSet, 'accessToken' | 'scopes'>,
  { userId, businessId, names }: LookedFor,
): Promise<LookedUp> {
  const [user, business] = await Promise.all([
    names.email === undefined ? probe.askUser(tokens) : undefined,
    businessId !== null && names.businessName === undefined
      ? probe.askBusiness(tokens, businessId)
      : undefined,
  ])
  if (user?.kind === 'value' && user.value.userId !== userId) return { kind: 'contradiction' }
  return {
    kind: 'identity',
    identity: {
      userId,
      businessId,
      email: (user?.kind === 'value' ? user.value.email : names.email) ?? null,
      businessName: (business?.kind === 'value' ? business.value.name : names.businessName) ?? null,
    },
    isPlanInactive: user?.kind === 'plan_inactive' || business?.kind === 'plan_inactive',
  }
}

interface LookedFor {
  readonly userId: UserWireId
  readonly businessId: BusinessWireId | null
  readonly names: Names
}

/** The time in milliseconds by which tokens that wait for a decision outlive the question. */
const SPARE_MS = 60_000

type ExchangedCode =
  | {
      readonly kind: 'tokens'
      /** The tokens, which are on the list of pending revocations until they are stored. */
      readonly tokens: TokenSet
      readonly userId: UserWireId
      readonly businessId: BusinessWireId | null
      readonly names: Names
      /** The id of the connection that the tokens are for. */
      readonly connectionId: ConnectionId
    }
  | {
      readonly kind: 'refused'
      readonly outcome: ConnectOutcome
      readonly retryAt: string | null
      readonly reason: string
    }

/**
 * Creates the exchange of codes for tokens. If any step fails, no token stays valid unless it is stored or waits for revocation.
 */
function createCodeExchange(ports: ConnectPorts) {
  const { clock, endpoint, journal } = ports

  /** Returns true if certainly no token of the code is left at the provider, so that the journal entry may be removed. */
  async function isSettled(outcome: Exclude<ExchangeOutcome, { kind: 'tokens' }>): Promise<boolean> {
    if (outcome.kind === 'provider_down') return outcome.isAnswered || !outcome.isSent
    if (outcome.kind !== 'unusable') return true
    const answers = await Promise.all(outcome.leftovers.map((token) => endpoint.revoke(token)))
    return answers.every(({ kind }) => kind === 'confirmed')
  }

  return async (id: AttemptId, attempt: Attempt, code: AuthorizationCode): Promise<ExchangedCode> => {
    const askedAtMs = clock()
    const codeVerifier = attempt.codeVerifier ?? undefined
    const sent = { code, redirectUri: ports.redirectUri, codeVerifier }
    // Also proves that the store takes writes, before the code is spent.
    await journal.begin(id, sent)
    const outcome = await endpoint.exchange({ ...sent, nonce: nonceOf(attempt.state) })
    if (outcome.kind !== 'tokens') {
      if (await isSettled(outcome)) await journal.end(id)
      const retryAt =
        outcome.kind === 'rate_limited'
          ? new Date(clock() + (outcome.retryAfterMs ?? 60_000)).toISOString()
          : null
      return {
        kind: 'refused',
        outcome: connectOutcomeOf(outcome),
        retryAt,
        reason: reasonOfExchange(outcome),
      }
    }
    const { given, issuedTo, names } = outcome
    const { oddFields } = given
    // Missing or invalid fields were replaced by defaults.
    if (oddFields.length > 0) ports.logger.warn({ event: 'token.answer-odd', resultId: id, oddFields })
    // The provider may omit the scope if it is the requested one. (RFC 6749 section 5.1)
    const scopes = given.scopes ?? attempt.scopes
    const tokens = buildTokenSet(
      { ...given, scopes },
      { id: ports.newId(), askedAtMs, random: ports.random(), issuedTo },
    )
    const { userId, businessId = null } = given
    const { owner } = attempt
    const principalId = owner?.principalId ?? principalIdOf(ports.provider.realm, userId)
    const connectionId = connectionIdOf(principalId, businessId, owner && userId)
    // From here on the tokens are on the list of pending revocations: if anything fails before they are stored, they are revoked.
    await ports.pendingRevocations.add(connectionId, [tokens], CONNECT_RESULT_LIFE_MS + SPARE_MS)
    await journal.end(id)
    return { kind: 'tokens', tokens, userId, businessId, names, connectionId }
  }
}
