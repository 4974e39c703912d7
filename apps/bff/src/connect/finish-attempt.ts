import type { ConnectResult, Intent } from '@counterfoil/bff-api/connect-result'
import { allowsScope, missingScopes } from '@counterfoil/oauth/scope'
import type {
  AccessToken,
  AttemptId,
  AuthorizationCode,
  BusinessWireId,
  CodeVerifier,
  ConnectionId,
  PrincipalId,
  RefreshToken,
  SessionId,
  TokenSetId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import { buildConnection, applyEvent, type ConnectionRecord, type Identity } from '#connections/connection.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'
import type { ExchangeOutcome } from '#provider/token-outcome.ts'
import {
  buildTokenSet,
  DEFAULT_LIFE_SECONDS,
  NO_ACCESS_TOKEN,
  NO_REFRESH_TOKEN,
  type TokenSet,
} from '#connections/token-set.ts'
import { chooseOutcome, connectOutcomeOf, judgeIdentity } from './connect-outcome.ts'
import {
  buildConnectResult,
  CONNECT_RESULT_LIFE_MS,
  type ConnectResultFrame,
  type Replaced,
  type StoredConnectResult,
} from './connect-result.ts'
import { LOST_AFTER_MS } from '#revocation/lost-exchanges.ts'
import { namedConnection, type Expectation, type Attempt } from './attempt.ts'

/** Tokens that wait for a decision outlive the question a little. */
const SPARE_MS = 60_000

/** Who is signed in when an attempt has ended well. */
export interface SignIn {
  readonly principalId: PrincipalId
  readonly person: { readonly userId: UserWireId; readonly email: string | null }
  readonly connectionId: ConnectionId
  /** Stands for the session until it is saved. */
  readonly claimId: SessionId
}

export interface FinishPorts {
  readonly endpoint: {
    exchange(code: {
      code: AuthorizationCode
      redirectUri: string
      codeVerifier: CodeVerifier | undefined
    }): Promise<ExchangeOutcome>
    revoke(token: AccessToken | RefreshToken): Promise<{ readonly kind: 'confirmed' | 'again' }>
  }
  readonly probe: {
    askUser(accessToken: AccessToken): Promise<ProbeOutcome<{ userId: UserWireId; email: string | null }>>
    askBusiness(
      accessToken: AccessToken,
      businessId: BusinessWireId,
    ): Promise<ProbeOutcome<{ name: string | null }>>
  }
  readonly connections: {
    save(
      connectionId: ConnectionId,
      build: (previous: ConnectionRecord | undefined) => ConnectionRecord,
      pendingRevocations: (previous: ConnectionRecord | undefined) => readonly TokenSet[],
    ): Promise<{ readonly previous: ConnectionRecord | undefined; readonly current: ConnectionRecord }>
  }
  readonly addConnection: (principalId: PrincipalId, connectionId: ConnectionId) => Promise<void>
  readonly announce: (
    principalId: PrincipalId,
    person: { userId: UserWireId; email: string | null },
    claimId: SessionId,
  ) => Promise<void>
  readonly pendingRevocations: {
    add(connectionId: ConnectionId, tokens: readonly TokenSet[], dueInMs: number): Promise<void>
  }
  readonly connectResults: { save(connectResult: StoredConnectResult): Promise<void> }
  /** Remembers codes on their way, so that an answer we never see leaves nothing behind. */
  readonly journal: {
    begin(
      id: AttemptId,
      exchange: {
        readonly code: AuthorizationCode
        readonly redirectUri: string
        readonly codeVerifier: CodeVerifier | undefined
      },
      dueInMs: number,
    ): Promise<void>
    end(id: AttemptId): Promise<void>
  }
  /** Something in the answer to a code was missing or odd, and a default took its place. */
  readonly onOddAnswer: (fact: {
    readonly resultId: AttemptId
    readonly oddFields: readonly string[]
  }) => void
  readonly claimIdOf: (resultId: AttemptId) => SessionId
  readonly principalIdOf: (userId: UserWireId) => PrincipalId
  readonly connectionIdOf: (principalId: PrincipalId, businessId: BusinessWireId | null) => ConnectionId
  /** Disconnects what is replaced. Null when it is not there any more. */
  readonly replace: (replaced: Replaced) => Promise<ConnectResult['replaced']>
  /** How many connections of a principal live, without the one that is about to end. */
  readonly countLiving: (principalId: PrincipalId, exceptId: ConnectionId | undefined) => Promise<number>
  readonly redirectUri: string
  readonly clock: () => number
  /** The store's clock. */
  readonly storeTime: () => Promise<number>
  readonly random: () => number
  readonly newId: () => TokenSetId
}

/**
 * Finishes attempts: exchange, look who it is, compare, store. Nothing of what was there is changed before the
 * comparison says so; tokens that nobody will use are revoked.
 */
export function createFinishAttempt(ports: FinishPorts) {
  const { clock } = ports

  /** Stores the connection; only then may a session point at it. The caller saves the result, after the session. */
  async function open(
    identity: Identity,
    tokens: TokenSet,
    facts: {
      readonly intent: Intent
      readonly asked: readonly string[]
      readonly isPlanInactive: boolean
      readonly replaces: Replaced | null
    },
    frame: ConnectResultFrame,
  ): Promise<{ readonly connectResult: StoredConnectResult; readonly signIn: SignIn }> {
    const principalId = ports.principalIdOf(identity.userId)
    const connectionId = ports.connectionIdOf(principalId, identity.businessId)
    const person = { userId: identity.userId, email: identity.email }
    const claimId = ports.claimIdOf(frame.id)
    const usedAtMs = await ports.storeTime()
    await ports.announce(principalId, person, claimId)
    await ports.addConnection(principalId, connectionId)
    const saved = await ports.connections.save(
      connectionId,
      (previous) => {
        const fresh = {
          ...identity,
          id: connectionId,
          principalId,
          tokens,
          scopes: tokens.scopes,
          isAnswered: identity.email !== null || identity.businessName !== null,
          usedAtMs,
          dayOffsetMs: frame.dayOffsetMs,
        }
        const record = buildConnection(fresh, previous, clock())
        return facts.isPlanInactive ? applyEvent(record, { kind: 'plan_inactive' }, clock()) : record
      },
      (previous) => replacedTokens(previous?.tokens ?? null, tokens),
    )
    // Not for a business that cannot be read yet: the other one may be all that works.
    const replaced =
      facts.replaces === null || facts.replaces.connectionId === connectionId || facts.isPlanInactive
        ? null
        : await ports.replace(facts.replaces)
    const outcome = chooseOutcome({
      isReplacing: replaced !== null,
      intent: facts.intent,
      previous: saved.previous && { state: saved.previous.health.state, scopes: saved.previous.scopes },
      asked: facts.asked,
      granted: tokens.scopes,
      isPlanInactive: facts.isPlanInactive,
    })
    const connectResult = buildConnectResult({ ...frame, principalId }, outcome, clock(), {
      connectionId,
      businessName: saved.current.businessName,
      missing: [...missingScopes(facts.asked, tokens.scopes)],
      granted: [...tokens.scopes],
      replaced,
    })
    return { connectResult, signIn: { principalId, person, connectionId, claimId } }
  }

  return {
    open,

    /** A code came back for `attempt`. A result without `signIn` is saved already. */
    async exchange(
      attempt: Attempt,
      code: AuthorizationCode,
      frame: ConnectResultFrame,
      present: Expectation | undefined,
    ): Promise<{ readonly connectResult: StoredConnectResult; readonly signIn?: SignIn }> {
      const askedAtMs = clock()
      const exchange = {
        code,
        redirectUri: ports.redirectUri,
        codeVerifier: attempt.codeVerifier ?? undefined,
      }
      // Also proves that the store takes writes, before the code is spent.
      await ports.journal.begin(frame.id, exchange, LOST_AFTER_MS)
      const outcome = await ports.endpoint.exchange(exchange)
      if (outcome.kind !== 'tokens') {
        if (await isSettled(outcome)) await ports.journal.end(frame.id)
        const retryAt =
          outcome.kind === 'rate_limited'
            ? new Date(clock() + (outcome.retryAfterMs ?? 60_000)).toISOString()
            : null
        const connectResult = buildConnectResult(frame, connectOutcomeOf(outcome), clock(), { retryAt })
        await ports.connectResults.save(connectResult)
        return { connectResult }
      }
      const { given, issuedTo } = outcome
      if (given.oddFields.length > 0) ports.onOddAnswer({ resultId: frame.id, oddFields: given.oddFields })
      const tokens = buildTokenSet(
        {
          ...given,
          // Left out when it is what was asked for. (RFC 6749 section 5.1)
          scopes: given.scopes ?? attempt.scopes,
          lifeSeconds: given.lifeSeconds ?? DEFAULT_LIFE_SECONDS,
        },
        { id: ports.newId(), askedAtMs, random: ports.random(), issuedTo },
      )
      const { userId, businessId = null } = given
      const connectionId = ports.connectionIdOf(ports.principalIdOf(userId), businessId)
      // From here on the list of pending revocations knows the tokens: whatever happens before they are stored, they do not stay alive.
      await ports.pendingRevocations.add(connectionId, [tokens], CONNECT_RESULT_LIFE_MS + SPARE_MS)
      await ports.journal.end(frame.id)
      const looked = await lookUp(userId, businessId, tokens)
      if (looked.kind === 'contradiction') {
        await ports.pendingRevocations.add(connectionId, [tokens], 0)
        const connectResult = buildConnectResult(frame, 'provider_failed', clock())
        await ports.connectResults.save(connectResult)
        return { connectResult }
      }
      const { identity } = looked
      const replaces = replacedBy(attempt)
      const verdict = judgeIdentity(attempt.intent, attempt.expected, identity, present?.userId)
      if (verdict.kind !== 'as_expected') {
        const isAccount = verdict.kind === 'other_account'
        const other = isAccount ? (present ?? attempt.expected) : attempt.expected
        // Of somebody who is not signed in nothing is told, not even by a number.
        const isKnown = present !== undefined || attempt.intent !== 'sign_in'
        const connectResult = buildConnectResult(
          // The question is for the browser that asked, and for nobody else of the same person.
          { ...frame, principalId: null },
          verdict.kind,
          clock(),
          {
            connectionId: namedConnection(attempt),
            businessName: attempt.expected?.businessName ?? null,
            expected: { email: other?.email ?? null, businessName: attempt.expected?.businessName ?? null },
            stayConnected:
              isAccount && isKnown && other !== null
                ? await ports.countLiving(other.principalId, replaces?.connectionId)
                : null,
            replaced: replaces === null ? null : { ...replaces, revocation: 'planned' },
            received: { email: identity.email, businessName: identity.businessName },
            decisionOpen: true,
            missing: [...missingScopes(attempt.scopes, tokens.scopes)],
            granted: [...tokens.scopes],
          },
          { ...identity, connectionId: connectionId, tokensId: tokens.id, asked: attempt.scopes, replaces },
        )
        await ports.connectResults.save(connectResult)
        return { connectResult }
      }
      return open(
        identity,
        tokens,
        { intent: attempt.intent, asked: attempt.scopes, isPlanInactive: looked.isPlanInactive, replaces },
        frame,
      )
    },
  }

  /** Is there nothing at the provider that the journal would have to end? */
  async function isSettled(outcome: Exclude<ExchangeOutcome, { kind: 'tokens' }>): Promise<boolean> {
    if (outcome.kind === 'provider_down') return outcome.isAnswered || !outcome.isSent
    if (outcome.kind !== 'unusable') return true
    const answers = await Promise.all(outcome.leftovers.map((token) => ports.endpoint.revoke(token)))
    return answers.every(({ kind }) => kind === 'confirmed')
  }

  async function lookUp(
    userId: UserWireId,
    businessId: BusinessWireId | null,
    tokens: TokenSet,
  ): Promise<
    | { readonly kind: 'contradiction' }
    | { readonly kind: 'identity'; readonly identity: Identity; readonly isPlanInactive: boolean }
  > {
    const mayAskUser = allowsScope(tokens.scopes, 'user:read')
    const mayAskBusiness = businessId !== null && allowsScope(tokens.scopes, 'business:read')
    const [user, business] = await Promise.all([
      mayAskUser ? ports.probe.askUser(tokens.accessToken) : undefined,
      mayAskBusiness ? ports.probe.askBusiness(tokens.accessToken, businessId) : undefined,
    ])
    // Two answers about one token that name two people: neither can be believed.
    if (user?.kind === 'value' && user.value.userId !== userId) return { kind: 'contradiction' }
    return {
      kind: 'identity',
      identity: {
        userId,
        email: user?.kind === 'value' ? user.value.email : null,
        businessId,
        businessName: business?.kind === 'value' ? business.value.name : null,
      },
      isPlanInactive: user?.kind === 'plan_inactive' || business?.kind === 'plan_inactive',
    }
  }
}

/** What an attempt is to replace. */
function replacedBy({ intent, connectionId, replacedName }: Attempt): Replaced | null {
  return intent === 'switch_business' && connectionId !== null
    ? { connectionId, businessName: replacedName ?? null }
    : null
}

/** What must die when `fresh` takes the place of `previous`. A token both share lives on. */
export function replacedTokens(previous: TokenSet | null, fresh: TokenSet): readonly TokenSet[] {
  if (previous === null || previous.id === fresh.id) return []
  const refreshToken = previous.refreshToken === fresh.refreshToken ? NO_REFRESH_TOKEN : previous.refreshToken
  const accessToken = previous.accessToken === fresh.accessToken ? NO_ACCESS_TOKEN : previous.accessToken
  return refreshToken === NO_REFRESH_TOKEN && accessToken === NO_ACCESS_TOKEN
    ? []
    : [{ ...previous, refreshToken, accessToken }]
}
