import type { DigestOf, RefreshToken } from '@counterfoil/oauth/ids'
import { formatScope } from '@counterfoil/oauth/scope'
import { deriveSuccessors, digestOf, familyIdOf, isSameDigest, newToken } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-fields.ts'
import { type ClientCredentials, proveClient } from './client-credentials.ts'
import { judgeRefresh, type RefreshDecision, type RefreshRecord } from './refresh-decision.ts'
import {
  findForeignResource,
  findMissingField,
  findRepeatedField,
  refuse,
  type TokenRefusal,
} from './token-refusal.ts'
import { expiryOf, issuedResult, type TokenOutcome, type TokenServiceParts } from './token-outcome.ts'
import type { CallingClient } from './token-rows.ts'

/** The time in milliseconds before a successor unknown to this process may be replaced: longer than a client takes to store it. */
export const UNKNOWN_SUCCESSOR_MS = 5 * 60_000

/** Answers `grant_type=refresh_token`. (RFC 6749 section 6, Refreshing an Access Token) */
export async function refreshTokens(
  parts: TokenServiceParts,
  { clientId, secret }: ClientCredentials,
  form: FormFields,
): Promise<TokenOutcome> {
  const { clock, tokens, refreshIdleMs } = parts
  const now = new Date(clock())
  const refreshToken = (form.values.get('refresh_token') ?? '') as RefreshToken
  const refreshDigest = digestOf(refreshToken)
  const found = await tokens.loadForRefresh(clientId, familyIdOf(refreshToken), refreshDigest, now)
  const applicationId = found?.client.applicationId
  const own = found?.refresh?.applicationId === applicationId ? found?.refresh : undefined
  const answer = (result: TokenOutcome['result']): TokenOutcome => ({
    result,
    applicationId,
    grantId: own?.grantId,
  })

  const proof = proveClient(found, digestOf(secret), isSameDigest)
  if (proof.kind === 'refused') return answer(proof)
  const { loaded } = proof
  const fieldFault =
    findRepeatedField(form) ??
    findMissingField(form, 'refresh_token') ??
    findForeignResource(form, parts.ownResource())
  if (fieldFault !== undefined) return answer(fieldFault)

  const { client } = loaded
  const judge = (record: RefreshRecord | undefined) =>
    judgeRefresh(
      record,
      { ...client, redirectUri: form.values.get('redirect_uri'), scope: form.values.get('scope') },
      { nowMs: now.getTime(), refreshIdleMs },
    )
  const decision = judge(loaded.refresh)
  switch (decision.kind) {
    case 'refused':
      return answer(decision)
    case 'replayed':
      await tokens.endFamily(decision.familyId, 'refresh_token_replayed', now)
      return answer(decision.refusal)
    case 'renew': {
      const renewed = await renew(parts, client, { refreshToken, refreshDigest, decision, now })
      if (renewed !== undefined) return { ...answer(renewed), notes: decision.notes }
      const since = await tokens.loadForRefresh(clientId, decision.familyId, refreshDigest, now)
      return answer(refusalOfLostRace(judge(since?.refresh)))
    }
  }
}

/** Issues new tokens of the family; undefined if another request came first. */
async function renew(
  { tokens, secrets }: TokenServiceParts,
  client: CallingClient,
  {
    refreshToken,
    refreshDigest,
    decision: { familyId, scopes },
    now,
  }: {
    readonly refreshToken: RefreshToken
    readonly refreshDigest: DigestOf<RefreshToken>
    readonly decision: Extract<RefreshDecision, { kind: 'renew' }>
    readonly now: Date
  },
): Promise<TokenOutcome['result'] | undefined> {
  const accessToken = newToken('accessToken', familyId)
  // Derived, not random: a client that lost the response repeats the request and gets the same successor from any process; see
  // decision 0013.
  const successors = client.rotatesRefreshTokens
    ? deriveSuccessors(secrets, refreshToken, familyId)
    : undefined
  const issued = await tokens.renew({
    familyId,
    refreshDigest,
    successors: successors?.digests,
    restedSince: new Date(now.getTime() - UNKNOWN_SUCCESSOR_MS),
    accessDigest: digestOf(accessToken),
    scope: formatScope(scopes),
    accessExpiresAt: expiryOf(client, now),
    now,
  })
  if (issued === undefined) return undefined
  const successor = successors?.tokenOf(issued.refreshDigest) ?? refreshToken
  return issuedResult(client, { accessToken, refreshToken: successor, ...issued })
}

/**
 * Returns the refusal of a refresh that a concurrent request prevented. Judged now, the token could look replayed because of a
 * successor that this process cannot know: no token is revoked, and no replay is reported.
 */
function refusalOfLostRace(now: RefreshDecision): TokenRefusal {
  switch (now.kind) {
    case 'refused':
      return now
    case 'replayed':
      return refuse('refresh_token_revoked')
    case 'renew':
      return refuse('successor_unknown')
  }
}
