/** Our codes, tokens and client secrets: a prefix of three letters that begins with `h`, and random characters. */
const SECRET = /\bh[a-z]{2}_[A-Za-z0-9_-]{16,}/g

/**
 * Removes text that looks like one of our secrets. A caller may send a token in place of an id; the answer may repeat it to that
 * caller, a log must not.
 */
export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRET, '[removed]')
}
