import type { ConnectOutcome } from '@counterfoil/bff-api/connect-result'
import type {
  AttemptId,
  AuthorizationCode,
  BusinessWireId,
  ConnectionId,
  TokenSetId,
  UserWireId,
} from '@counterfoil/oauth/ids'
import { connectionIdOf } from '#connections/connection-id.ts'
import { type TokenSet, buildTokenSet } from '#connections/token-set.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { ExchangeOutcome, Names } from '#provider/token-outcome.ts'
import type { ExchangeJournal } from '#revocation/exchange-journal-store.ts'
import { LOST_AFTER_MS } from '#revocation/lost-exchanges.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { Attempt } from './attempt.ts'
import { nonceOf } from './authorization-url.ts'
import { connectOutcomeOf, reasonOfExchange } from './connect-outcome.ts'
import { CONNECT_RESULT_LIFE_MS } from './connect-result.ts'

/** The time in milliseconds by which tokens that wait for a decision outlive the question. */
const SPARE_MS = 60_000

interface CodeExchangePorts {
  readonly endpoint: Pick<TokenEndpoint, 'exchange' | 'revoke'>
  readonly pendingRevocations: Pick<RevocationStore, 'add'>
  /** Records each code before it is sent, so that the tokens of a lost answer are revoked. */
  readonly journal: Pick<ExchangeJournal, 'begin' | 'end'>
  readonly logger: Pick<Logger, 'warn'>
  readonly provider: Pick<ProviderProfile, 'realm'>
  readonly redirectUri: string
  readonly clock: () => number
  readonly random: () => number
  readonly newId: () => TokenSetId
}

export type ExchangedCode =
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
export function createCodeExchange(ports: CodeExchangePorts) {
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
    await journal.begin(id, sent, LOST_AFTER_MS)
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
