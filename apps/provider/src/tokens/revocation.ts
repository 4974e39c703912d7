import type { AccessToken, ApplicationId, GrantId, RefreshToken } from '@counterfoil/oauth/ids'
import type { ClientCredentials } from '#applications/client-credentials.ts'
import { digestOf, familyIdOf, isSameDigest } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-body.ts'
import { proveClient, readableCredentials } from './client-check.ts'
import { findRepeatedField, missing } from './token-form-faults.ts'
import type { TokenServiceParts } from './token-outcome.ts'
import { refuse, type TokenRefusal } from './token-refusal.ts'

export interface RevocationOutcome {
  readonly result: { readonly kind: 'done'; readonly reason: string } | TokenRefusal
  readonly applicationId: ApplicationId | undefined
  readonly grantId: GrantId | undefined
}

/** Revokes the token of the form. (RFC 7009 section 2, Token Revocation) */
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
