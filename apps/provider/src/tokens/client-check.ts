import type { ClientCredentials } from '#applications/client-credentials.ts'
import { refuse, refuseClient, type TokenRefusal } from './token-refusal.ts'

/**
 * Credentials that could be read, or the refusal they lead to.
 * @param fault why there is no form; it then explains why no credentials came in one
 */
export function readableCredentials(
  credentials: ClientCredentials,
  fault: TokenRefusal | undefined,
): Extract<ClientCredentials, { kind: 'credentials' }> | TokenRefusal {
  switch (credentials.kind) {
    case 'credentials':
      return credentials
    case 'missing':
      if (fault !== undefined && credentials.reason === 'client_id_missing') return fault
      return refuseClient(credentials.reason, credentials.detail)
    case 'malformed':
      return refuse('invalid_request', credentials.reason, credentials.detail)
  }
}

/**
 * Is this secret one of the live ones? Every live digest is compared, each in constant time.
 * @param isSame compares two digests in constant time
 */
export function findClientFault(
  client: { readonly secretDigests: readonly string[] } | undefined,
  secretDigest: string,
  isSame: (one: string, other: string) => boolean,
): TokenRefusal | undefined {
  if (client === undefined) return refuseClient('client_unknown', 'no application has this client_id')
  let matches = 0
  for (const digest of client.secretDigests) matches += isSame(digest, secretDigest) ? 1 : 0
  return matches > 0 ? undefined : refuseClient('client_secret_wrong', 'client_secret is wrong')
}
