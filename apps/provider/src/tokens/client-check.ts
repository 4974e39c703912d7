import type { ClientSecret, DigestOf } from '@counterfoil/oauth/ids'
import type { CallingClient } from './token-rows.ts'
import type { ClientCredentials } from '#applications/client-credentials.ts'
import { refuse, refuseClient, type TokenRefusal } from './token-refusal.ts'

export type ReadableCredentials = Extract<ClientCredentials, { kind: 'credentials' }>

/**
 * Returns readable credentials, otherwise the refusal.
 * @param fault the reason why the form is missing; used if the client id is missing with it
 */
export function readableCredentials(
  credentials: ClientCredentials,
  fault: TokenRefusal | undefined,
): ReadableCredentials | TokenRefusal {
  switch (credentials.kind) {
    case 'credentials':
      return credentials
    case 'missing':
      if (fault !== undefined && credentials.reason === 'client_id_missing') return fault
      return refuseClient({ reason: credentials.reason, detail: credentials.detail })
    case 'malformed':
      return refuse('invalid_request', { reason: credentials.reason, detail: credentials.detail })
  }
}

/**
 * Returns the loaded data of a client if its secret is one of the valid ones. Every valid digest is compared, each in constant
 * time.
 *
 * @param loaded undefined if no application has the client id
 * @param isSame compares two digests in constant time
 */
export function proveClient<Loaded extends { readonly client: Pick<CallingClient, 'secretDigests'> }>(
  loaded: Loaded | undefined,
  secretDigest: DigestOf<ClientSecret>,
  isSame: (one: DigestOf<ClientSecret>, other: DigestOf<ClientSecret>) => boolean,
): { readonly kind: 'proved'; readonly loaded: Loaded } | TokenRefusal {
  if (loaded === undefined)
    return refuseClient({ reason: 'client_unknown', detail: 'no application has this client_id' })
  let matches = 0
  for (const digest of loaded.client.secretDigests) matches += isSame(digest, secretDigest) ? 1 : 0
  return matches > 0
    ? { kind: 'proved', loaded }
    : refuseClient({ reason: 'client_secret_wrong', detail: 'client_secret is wrong' })
}
