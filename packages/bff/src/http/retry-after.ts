/**
 * Returns the wait in milliseconds that the `Retry-After` header of an answer asks for; undefined without a readable one. A date is
 * compared with the `Date` header of the answer, because our clock may differ.
 * @see RFC 9110 section 10.2.3
 */
export function readRetryAfterMs(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): number | undefined {
  const text = one(headers['retry-after'])
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const waitMs = readDateMs(text) - readDateMs(one(headers['date']) ?? '')
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/** Parses a date in the IMF-fixdate format; NaN for any other text. */
function readDateMs(text: string): number {
  return text.endsWith(' GMT') ? Date.parse(text) : Number.NaN
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined
}
