import type { AccessToken, ApplicationId, GrantId, RefreshToken } from '@counterfoil/oauth/ids'
import type { ClientCredentials } from '#applications/client-credentials.ts'
import { digestOf, familyIdOf, isSameDigest } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-fields.ts'
import { proveClient, readableCredentials } from './client-check.ts'
import { exchangeCode } from './code-exchange.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { findRepeatedField, grantTypeFault, missing, refuse, type TokenRefusal } from './token-refusal.ts'
import type { TokenOutcome, TokenServiceParts } from './token-outcome.ts'

// The token and revoke endpoints without HTTP. Each call is one statement that reads all data, a pure decision, and one statement
// that carries it out. Credentials are checked first: 401, then 400, then 403.

/**
 * POST /oauth2/token/
 *
 * @param fault the reason why the form is missing
 * @param reference the reference of this request
 */
export async function answerToken(
  parts: TokenServiceParts,
  credentials: ClientCredentials,
  form: FormFields,
  fault: TokenRefusal | undefined,
  reference: string,
): Promise<TokenOutcome> {
  const readable = readableCredentials(credentials, fault)
  if (readable.kind === 'refused') return { result: readable, applicationId: undefined, grantId: undefined }
  if (form.values.get('grant_type') === 'authorization_code')
    return await exchangeCode(parts, readable, form, reference)
  if (form.values.get('grant_type') === 'refresh_token') return await refreshTokens(parts, readable, form)

  const now = new Date(parts.clock())
  const noToken = digestOf('' as AccessToken)
  const loaded = await parts.tokens.loadForRevocation(readable.clientId, undefined, noToken, now)
  const proof = proveClient(loaded, digestOf(readable.secret), isSameDigest)
  const result = proof.kind === 'refused' ? proof : (fault ?? findRepeatedField(form) ?? grantTypeFault(form))
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
  credentials: ClientCredentials,
  form: FormFields,
  fault: TokenRefusal | undefined,
): Promise<RevocationOutcome> {
  const readable = readableCredentials(credentials, fault)
  if (readable.kind === 'refused') return { result: readable, applicationId: undefined, grantId: undefined }
  const now = new Date(clock())
  const token = (form.values.get('token') ?? '') as AccessToken | RefreshToken
  const tokenDigest = digestOf(token)
  const loaded = await tokens.loadForRevocation(readable.clientId, familyIdOf(token), tokenDigest, now)
  const applicationId = loaded?.client.applicationId
  const found = loaded?.token
  const own = found?.applicationId === applicationId ? found : undefined
  const answer = (result: RevocationOutcome['result']): RevocationOutcome => ({
    result,
    applicationId,
    grantId: own?.grantId ?? undefined,
  })

  const proof = proveClient(loaded, digestOf(readable.secret), isSameDigest)
  if (proof.kind === 'refused') return answer(proof)
  const fieldFault =
    fault ?? findRepeatedField(form) ?? (form.values.has('token') ? undefined : missing('token'))
  if (fieldFault !== undefined) return answer(fieldFault)
  // An invalid token is answered like one that was revoked. (RFC 7009 section 2.2)
  if (found === undefined) return answer({ kind: 'done', reason: 'token_unknown' })
  if (own === undefined) {
    return answer(
      refuse('invalid_grant', {
        reason: 'token_of_another_application',
        detail: 'the token was issued to another application',
      }),
    )
  }
  if (own.kind === 'access') await tokens.revokeAccess(own.familyId, own.accessDigest, now)
  else await tokens.endFamily(own.familyId, 'revoked', now)
  return answer({ kind: 'done', reason: `${own.kind}_token_revoked` })
}
