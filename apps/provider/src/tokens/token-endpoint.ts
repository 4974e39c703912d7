import type { AccessToken, ApplicationId, GrantId, RefreshToken } from '@counterfoil/oauth/ids'
import { digestOf, familyIdOf, isSameDigest } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-fields.ts'
import { type ClientCredentials, proveClient, readClientCredentials } from './client-credentials.ts'
import { exchangeCode } from './code-exchange.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { findMissingField, findRepeatedField, refuse, type TokenRefusal } from './token-refusal.ts'
import type { TokenOutcome, TokenServiceParts } from './token-outcome.ts'

// The token and revoke endpoints without HTTP. Each call is one statement that reads all data, a pure decision, and one statement
// that carries it out. Credentials are checked first: 401, then 400, then 403.

/** A request to an endpoint. */
export type SentForm = {
  /** The value of the header `Authorization`. */
  readonly authorization: string | undefined
  readonly form: FormFields
  /** The reason why the form is missing. */
  readonly fault: TokenRefusal | undefined
}

/** Returns the credentials, or their refusal. A form that could not be read is reported instead of its missing client id. */
export function credentialsOf({ authorization, form, fault }: SentForm): ClientCredentials | TokenRefusal {
  const credentials = readClientCredentials(authorization, form)
  const hasNoId = credentials.kind === 'refused' && credentials.reason === 'client_id_missing'
  return hasNoId ? (fault ?? credentials) : credentials
}

/**
 * POST /oauth2/token/
 *
 * @param reference the reference of this request
 */
export async function answerToken(
  parts: TokenServiceParts,
  sent: SentForm,
  reference: string,
): Promise<TokenOutcome> {
  const { form, fault } = sent
  const credentials = credentialsOf(sent)
  if (credentials.kind === 'refused')
    return { result: credentials, applicationId: undefined, grantId: undefined }
  const grantType = form.values.get('grant_type')
  if (grantType === 'authorization_code') return await exchangeCode(parts, credentials, form, reference)
  if (grantType === 'refresh_token') return await refreshTokens(parts, credentials, form)

  const now = new Date(parts.clock())
  const noToken = digestOf('' as AccessToken)
  const loaded = await parts.tokens.loadForRevocation(credentials.clientId, undefined, noToken, now)
  const proof = proveClient(loaded, digestOf(credentials.secret), isSameDigest)
  const grantTypeFault = refuse(grantType === undefined ? 'grant_type_missing' : 'grant_type_unsupported')
  const result = proof.kind === 'refused' ? proof : (fault ?? findRepeatedField(form) ?? grantTypeFault)
  return { result, applicationId: loaded?.client.applicationId, grantId: undefined }
}

interface RevocationOutcome {
  readonly result: { readonly kind: 'done'; readonly reason: string } | TokenRefusal
  readonly applicationId: ApplicationId | undefined
  readonly grantId: GrantId | undefined
}

/** POST /oauth2/token-revoke/ (RFC 7009 section 2, Token Revocation) */
export async function revokeToken(
  { clock, tokens }: TokenServiceParts,
  sent: SentForm,
): Promise<RevocationOutcome> {
  const { form, fault } = sent
  const credentials = credentialsOf(sent)
  if (credentials.kind === 'refused')
    return { result: credentials, applicationId: undefined, grantId: undefined }
  const now = new Date(clock())
  const token = (form.values.get('token') ?? '') as AccessToken | RefreshToken
  const tokenDigest = digestOf(token)
  const loaded = await tokens.loadForRevocation(credentials.clientId, familyIdOf(token), tokenDigest, now)
  const applicationId = loaded?.client.applicationId
  const found = loaded?.token
  const own = found?.applicationId === applicationId ? found : undefined
  const answer = (result: RevocationOutcome['result']): RevocationOutcome => ({
    result,
    applicationId,
    grantId: own?.grantId ?? undefined,
  })

  const proof = proveClient(loaded, digestOf(credentials.secret), isSameDigest)
  if (proof.kind === 'refused') return answer(proof)
  const fieldFault = fault ?? findRepeatedField(form) ?? findMissingField(form, 'token')
  if (fieldFault !== undefined) return answer(fieldFault)
  // An invalid token is answered like one that was revoked. (RFC 7009 section 2.2)
  if (found === undefined) return answer({ kind: 'done', reason: 'token_unknown' })
  if (own === undefined) return answer(refuse('token_of_another_application'))
  if (own.kind === 'access') await tokens.revokeAccess(own.familyId, own.accessDigest, now)
  else await tokens.endFamily(own.familyId, 'revoked', now)
  return answer({ kind: 'done', reason: `${own.kind}_token_revoked` })
}
