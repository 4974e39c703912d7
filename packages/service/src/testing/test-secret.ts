import { createHash } from 'node:crypto'

/** Returns a secret for tests as an operator would make one, 43 characters long; the same name gives the same secret. */
export function testSecret(name = 'the usual one'): string {
  return createHash('sha256').update(name).digest('base64url')
}
