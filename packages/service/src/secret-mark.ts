import { createHmac } from 'node:crypto'

const MARK_CHARACTERS = 8

/** Eight characters that stand for a secret in a log: equal for equal secrets, and they open, sign and derive nothing. */
export function markOf(secret: string): string {
  return createHmac('sha256', secret).update('mark').digest('base64url').slice(0, MARK_CHARACTERS)
}
