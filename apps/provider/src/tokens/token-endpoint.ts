import type { AccessToken } from '@counterfoil/oauth/ids'
import type { ClientCredentials } from '#applications/client-credentials.ts'
import { digestOf, isSameDigest } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-body.ts'
import { proveClient, readableCredentials } from './client-check.ts'
import { exchangeCode } from './code-exchange.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { revokeToken } from './revocation.ts'
import { findRepeatedField, grantTypeFault } from './token-form-faults.ts'
import type { TokenOutcome, TokenServiceParts } from './token-outcome.ts'
import type { TokenRefusal } from './token-refusal.ts'

export type TokenService = ReturnType<typeof createTokenService>

/**
 * The token and revoke endpoints without HTTP. Each call is one statement that reads everything there is to know, a pure
 * decision, and one statement that does it. Credentials are judged before anything else: 401, then 400, then 403.
 */
export function createTokenService(parts: TokenServiceParts) {
  return {
    /** POST /oauth2/token/. `fault`: why there is no form, when there is none; `reference`: of this request. */
    token: answerToken.bind(null, parts),

    /** POST /oauth2/token-revoke/ (RFC 7009) */
    revoke: revokeToken.bind(null, parts),
  }
}

async function answerToken(
  parts: TokenServiceParts,
  credentials: ClientCredentials,
  form: FormFields,
  fault: TokenRefusal | undefined,
  reference: string,
): Promise<TokenOutcome> {
  const { tokens, clock } = parts

  const readable = readableCredentials(credentials, fault)
  if (readable.kind === 'refused') return { result: readable, applicationId: undefined, grantId: undefined }
  if (form.values.get('grant_type') === 'authorization_code')
    return await exchangeCode(parts, readable, form, reference)
  if (form.values.get('grant_type') === 'refresh_token') return await refreshTokens(parts, readable, form)

  const loaded = await tokens.loadForRevocation(
    readable.clientId,
    undefined,
    digestOf('' as AccessToken),
    new Date(clock()),
  )
  const proof = proveClient(loaded, digestOf(readable.secret), isSameDigest)
  const result = proof.kind === 'refused' ? proof : (fault ?? findRepeatedField(form) ?? grantTypeFault(form))
  return { result, applicationId: loaded?.client.applicationId, grantId: undefined }
}
