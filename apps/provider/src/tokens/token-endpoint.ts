import { findRepeatedField, missing, grantTypeFault } from './token-form-faults.ts'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { TokenResponse } from '@counterfoil/oauth/token-response'
import { formatScope } from '@counterfoil/oauth/scope'
import type {
  AccessToken,
  ApplicationId,
  AuthorizationCode,
  BusinessId,
  GrantId,
  RefreshToken,
  UserId,
} from '@counterfoil/oauth/ids'
import type { ClientCredentials } from '#applications/client-credentials.ts'
import { proveClient, readableCredentials, type ReadableCredentials } from './client-check.ts'
import type { FormFields } from '#http/form-body.ts'
import { codeReplayed, redeemCode } from './code-redemption.ts'
import {
  judgeRefresh,
  type RefreshDecision,
  type RefreshNote,
  type RefreshRecord,
} from './refresh-decision.ts'
import { deriveSuccessors, digestOf, familyIdOf, isSameDigest, newToken } from '#crypto/secrets.ts'
import { buildTokenResponse } from './token-body.ts'
import { askAgainLater, refuse, type TokenRefusal } from './token-refusal.ts'
import type { CallingClient, TokenStore } from './token-store.ts'

/** How a call ended, with what the developers' log wants to know. */
export interface TokenOutcome {
  readonly result: { readonly kind: 'issued'; readonly body: TokenResponse } | TokenRefusal
  /** Undefined while nobody has proved who they are and nobody is named. */
  readonly applicationId: ApplicationId | undefined
  readonly grantId: GrantId | undefined
  /** What was let pass, for the log. */
  readonly notes?: readonly RefreshNote[]
}

export interface RevocationOutcome {
  readonly result: { readonly kind: 'done'; readonly reason: string } | TokenRefusal
  readonly applicationId: ApplicationId | undefined
  readonly grantId: GrantId | undefined
}

export interface TokenService {
  /** POST /oauth2/token/. `fault`: why there is no form, when there is none; `reference`: of this request. */
  token(
    credentials: ClientCredentials,
    form: FormFields,
    fault: TokenRefusal | undefined,
    reference: string,
  ): Promise<TokenOutcome>
  /** POST /oauth2/token-revoke/ (RFC 7009) */
  revoke(
    credentials: ClientCredentials,
    form: FormFields,
    fault: TokenRefusal | undefined,
  ): Promise<RevocationOutcome>
}

/** A successor that this process cannot derive is left alone for so long: longer than an answer is on its way to be stored. */
export const UNKNOWN_SUCCESSOR_MS = 5 * 60_000

interface TokenServiceParts {
  readonly tokens: TokenStore
  readonly clock: Clock
  /** Keys from which rotated refresh tokens are derived: new ones from the newest. */
  readonly secrets: Secrets
  readonly refreshIdleMs: number | undefined
}

/**
 * The token and revoke endpoints without HTTP. Each call is one statement that reads everything there is to know, a pure
 * decision, and one statement that does it. Credentials are judged before anything else: 401, then 400, then 403.
 */
export function createTokenService(parts: TokenServiceParts): TokenService {
  return {
    token: (credentials, form, fault, reference) => answerToken(parts, credentials, form, fault, reference),

    revoke: (credentials, form, fault) => revokeToken(parts, credentials, form, fault),
  }
}

async function exchangeCode(
  { clock, tokens }: TokenServiceParts,
  { clientId, secret }: ReadableCredentials,
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
  const fieldFault = findRepeatedField(form) ?? (form.values.has('code') ? undefined : missing('code'))
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
      // Another request spent the code between our two statements: a second use, like any later one.
      await tokens.endFamily(familyId, 'code_replayed', now)
      return answer(codeReplayed())
    }
  }
}

async function refreshTokens(
  { clock, tokens, refreshIdleMs, secrets }: TokenServiceParts,
  { clientId, secret }: ReadableCredentials,
  form: FormFields,
): Promise<TokenOutcome> {
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
  const fieldFault = findRepeatedField(form)
  if (fieldFault !== undefined) return answer(fieldFault)
  if (!form.values.has('refresh_token')) return answer(missing('refresh_token'))

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
      const { familyId } = decision
      const accessToken = newToken('accessToken', familyId)
      // Derived, not random: a client that lost the answer asks again and is given the same successor, whichever process
      // it asks: see decision 0031.
      const successors = client.rotatesRefreshTokens
        ? deriveSuccessors(secrets, refreshToken, familyId)
        : undefined
      const issued = await tokens.renew({
        familyId,
        refreshDigest,
        successors: successors?.digests,
        restedSince: new Date(now.getTime() - UNKNOWN_SUCCESSOR_MS),
        accessDigest: digestOf(accessToken),
        scope: formatScope(decision.scopes),
        accessExpiresAt: expiryOf(client, now),
        now,
      })
      if (issued === undefined) {
        const since = await tokens.loadForRefresh(clientId, familyId, refreshDigest, now)
        return answer(refusalOfLostRace(judge(since?.refresh)))
      }
      const successor = successors?.tokenOf(issued.refreshDigest) ?? refreshToken
      return {
        ...answer(issuedResult(client, { accessToken, refreshToken: successor, ...issued })),
        notes: decision.notes,
      }
    }
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

async function revokeToken(
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
  // An unknown token is as dead as the caller wants it to be. (RFC 7009 section 2.2)
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

/**
 * Nothing was issued, although everything had been right a moment before. Whatever a decision of now allows stands
 * against a successor that this process cannot know: nothing is ended for that, and nothing said to be.
 */
function refusalOfLostRace(now: RefreshDecision): TokenRefusal {
  switch (now.kind) {
    case 'refused':
      return now
    case 'replayed':
      return refuse('invalid_grant', {
        reason: 'refresh_token_revoked',
        detail: 'the refresh token was revoked',
      })
    case 'renew':
      return askAgainLater({
        reason: 'successor_unknown',
        detail:
          'the refresh token was replaced a moment ago by a process with another PROVIDER_SECRET; ask again later',
      })
  }
}

function expiryOf(client: CallingClient, now: Date): Date {
  return new Date(now.getTime() + client.accessTokenSeconds * 1_000)
}

function issuedResult(
  client: CallingClient,
  issued: {
    accessToken: AccessToken
    refreshToken: RefreshToken
    userId: UserId
    businessId: BusinessId | null
    scope: string
  },
): TokenOutcome['result'] {
  return {
    kind: 'issued',
    body: buildTokenResponse({ ...issued, expiresInSeconds: client.accessTokenSeconds }),
  }
}
