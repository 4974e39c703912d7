/** Our codes, tokens and client secrets: a prefix of three letters that begins with `h`, and random characters. */
const SECRET = /\bh[a-z]{2}_[A-Za-z0-9_-]{16,}/g

/**
 * Takes out what looks like one of our secrets. A caller may put a token where an id belongs; the answer may repeat
 * the caller's own words to the caller, a log must not.
 */
export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRET, '[removed]')
}
