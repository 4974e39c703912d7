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

/** Tokens that wait for a decision outlive the question a little. */
const SPARE_MS = 60_000

interface CodeExchangePorts {
  readonly endpoint: Pick<TokenEndpoint, 'exchange' | 'revoke'>
  readonly pendingRevocations: Pick<RevocationStore, 'add'>
  /** Remembers codes on their way, so that an answer we never see leaves nothing behind. */
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
      /** Waiting for revocation until they are stored. */
      readonly tokens: TokenSet
      readonly userId: UserWireId
      readonly businessId: BusinessWireId | null
      readonly names: Names
      /** Of the connection they are for. */
      readonly connectionId: ConnectionId
    }
  | {
      readonly kind: 'refused'
      readonly outcome: ConnectOutcome
      readonly retryAt: string | null
      readonly reason: string
    }

/**
 * Exchanges codes for tokens; whatever happens on the way, no token stays valid that is neither stored nor waiting for
 * revocation.
 */
export function createCodeExchange(ports: CodeExchangePorts) {
  const { clock, endpoint, journal } = ports

  /** Is it certain that no token of the code is left at the provider, so that the journal entry may go? */
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
    // A default takes the place of what was missing or odd.
    if (oddFields.length > 0) ports.logger.warn({ event: 'token.answer-odd', resultId: id, oddFields })
    // Left out when it is what was asked for. (RFC 6749 section 5.1)
    const scopes = given.scopes ?? attempt.scopes
    const tokens = buildTokenSet(
      { ...given, scopes },
      { id: ports.newId(), askedAtMs, random: ports.random(), issuedTo },
    )
    const { userId, businessId = null } = given
    const { owner } = attempt
    const principalId = owner?.principalId ?? principalIdOf(ports.provider.realm, userId)
    const connectionId = connectionIdOf(principalId, businessId, owner && userId)
    // From here on the list of pending revocations knows the tokens: whatever happens before they are stored, they
    // are revoked.
    await ports.pendingRevocations.add(connectionId, [tokens], CONNECT_RESULT_LIFE_MS + SPARE_MS)
    await journal.end(id)
    return { kind: 'tokens', tokens, userId, businessId, names, connectionId }
  }
}
