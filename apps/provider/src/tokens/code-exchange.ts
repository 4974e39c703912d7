import type { AuthorizationCode, GrantId } from '@counterfoil/oauth/ids'
import { formatScope } from '@counterfoil/oauth/scope'
import { digestOf, isSameDigest, newToken } from '#crypto/secrets.ts'
import type { FormFields } from '#http/form-fields.ts'
import { type ClientCredentials, proveClient } from './client-credentials.ts'
import { redeemCode } from './code-redemption.ts'
import { findForeignResource, findMissingField, findRepeatedField, refuse } from './token-refusal.ts'
import { expiryOf, issuedResult, type TokenOutcome, type TokenServiceParts } from './token-outcome.ts'

/** Answers `grant_type=authorization_code`. (RFC 6749 section 4.1.3, Access Token Request) */
export async function exchangeCode(
  { clock, tokens, ownResource }: TokenServiceParts,
  { clientId, secret }: ClientCredentials,
  form: FormFields,
  reference: string,
): Promise<TokenOutcome> {
  const now = new Date(clock())
  const code = (form.values.get('code') ?? '') as AuthorizationCode
  const codeDigest = digestOf(code)
  const found = await tokens.loadForCode(clientId, codeDigest, now)
  const applicationId = found?.client.applicationId
  const answer = (result: TokenOutcome['result'], grantId?: GrantId): TokenOutcome => ({
    result,
    applicationId,
    grantId,
  })

  const proof = proveClient(found, digestOf(secret), isSameDigest)
  if (proof.kind === 'refused') return answer(proof)
  const { loaded } = proof
  const fieldFault =
    findRepeatedField(form) ?? findMissingField(form, 'code') ?? findForeignResource(form, ownResource())
  if (fieldFault !== undefined) return answer(fieldFault)

  const decision = await redeemCode(
    loaded.code,
    {
      ...loaded.client,
      redirectUri: form.values.get('redirect_uri'),
      codeVerifier: form.values.get('code_verifier'),
    },
    now.getTime(),
  )
  switch (decision.kind) {
    case 'refused':
      return answer(decision)
    case 'replayed':
      await tokens.endFamily(decision.familyId, 'code_replayed', now)
      return answer(decision.refusal)
    case 'issue': {
      const { familyId } = decision
      const accessToken = newToken('accessToken', familyId)
      const refreshToken = newToken('refreshToken', familyId)
      const issued = await tokens.exchange({
        codeDigest,
        applicationId: loaded.client.applicationId,
        accessDigest: digestOf(accessToken),
        refreshDigest: digestOf(refreshToken),
        scope: formatScope(decision.scopes),
        accessExpiresAt: expiryOf(loaded.client, now),
        now,
        reference,
      })
      if (issued !== undefined)
        return answer(issuedResult(loaded.client, { accessToken, refreshToken, ...issued }), issued.grantId)
      // Another request consumed the code between our two statements: this is a replay like any later one.
      await tokens.endFamily(familyId, 'code_replayed', now)
      return answer(refuse('code_already_used'))
    }
  }
}
