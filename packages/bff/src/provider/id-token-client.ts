import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { request, type Dispatcher } from 'undici'
import type { ClientId } from '@counterfoil/oauth/ids'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/http/json-object'
import { readAnswer } from './answer-client.ts'
import type { ProviderMetadata } from './metadata-client.ts'

/** The accepted signature algorithms. None of them allows a public key as a shared secret. @see RFC 8725 section 3.1 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const KEEP_KEYS_MS = 10 * 60_000
/** The time in milliseconds before keys are read again because one was missing among them. */
const ASK_AGAIN_MS = 30_000
const TIMEOUT_MS = 5000
const CLOCK_TOLERANCE_SECONDS = 60

export type VerifiedIdToken =
  | { readonly kind: 'claims'; readonly claims: JWTPayload }
  /** `isPassing` is true if the keys could not be read; a retry may help. */
  | { readonly kind: 'refused'; readonly cause: string; readonly isPassing?: true }

/**
 * Builds the function that verifies an id_token: signature, issuer, audience, time, nonce. Never throws.
 * @see OpenID Connect Core 1.0 section 3.1.3.7
 */
export function createIdTokenVerifier(deps: {
  readonly clientId: ClientId
  readonly metadata: Pick<ProviderMetadata, 'addresses' | 'abilities'>
  readonly dispatcher: Dispatcher
  readonly clock: () => number
}): (idToken: unknown, nonce: string | undefined) => Promise<VerifiedIdToken> {
  const { clientId, metadata, clock } = deps
  let known: { readonly keys: JSONWebKeySet; readonly readAtMs: number } | undefined

  async function readKeys(maxAgeMs: number): Promise<JSONWebKeySet> {
    if (known !== undefined && clock() - known.readAtMs < maxAgeMs) return known.keys
    const { jwks } = await metadata.addresses()
    if (jwks === undefined) throw new KeysError('no jwks_uri')
    const answer = await request(jwks, {
      headers: { accept: 'application/json' },
      dispatcher: deps.dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const keys = parseJsonObject(await readAnswer(answer.body, answer.headers['content-encoding']))?.['keys']
    if (answer.statusCode !== 200 || !Array.isArray(keys)) throw new KeysError('no keys')
    known = { keys: { keys: keys.filter(isJsonObject) as JSONWebKeySet['keys'] }, readAtMs: clock() }
    return known.keys
  }

  async function verify(idToken: string, maxAgeMs: number): Promise<JWTPayload> {
    const { issuer } = await metadata.abilities()
    if (issuer === undefined) throw new KeysError('no issuer')
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(await readKeys(maxAgeMs)), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(clock()),
    })
    return payload
  }

  return async (idToken, nonce) => {
    if (typeof idToken !== 'string') return { kind: 'refused', cause: 'missing or odd: id_token' }
    try {
      const claims = await verify(idToken, KEEP_KEYS_MS).catch((error: unknown) => {
        // The keys may have been rotated since they were read.
        if (error instanceof errors.JWKSNoMatchingKey) return verify(idToken, ASK_AGAIN_MS)
        throw error
      })
      if (nonce !== undefined && claims['nonce'] !== nonce)
        return { kind: 'refused', cause: 'id_token: nonce' }
      const isShared = Array.isArray(claims.aud) && claims.aud.length > 1
      if (isShared && claims['azp'] !== clientId) return { kind: 'refused', cause: 'id_token: azp' }
      return { kind: 'claims', claims }
    } catch (error) {
      const claim = error instanceof errors.JWTClaimValidationFailed ? `: ${error.claim}` : ''
      if (error instanceof errors.JOSEError)
        return { kind: 'refused', cause: `id_token: ${error.code}${claim}` }
      return { kind: 'refused', cause: 'id_token: keys cannot be read', isPassing: true }
    }
  }
}

class KeysError extends Error {
  override readonly name = 'KeysError'
}
