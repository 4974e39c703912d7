import type { PrincipalId } from '@counterfoil/oauth/ids'
import { sign } from '#crypto/signature.ts'

/**
 * The keys with which a person's pages seal what was typed and not saved, of 32 bytes as base64url. They are kept nowhere: each
 * secret makes one, so that a rotation of secrets loses no draft.
 */
export function createDraftKeys(secrets: readonly string[]): (principalId: PrincipalId) => readonly string[] {
  return (principalId) => secrets.map((secret) => sign({ secret, purpose: 'draft-key', text: principalId }))
}
