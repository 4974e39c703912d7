/**
 * The wait that an answer's `Retry-After` asks for, in milliseconds; undefined when there is none or it cannot be read.
 * A moment is counted from the answer's own `Date`: our clock may be another one.
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

/** NaN when it is no date in the one form that is still written. */
function readDateMs(text: string): number {
  return text.endsWith(' GMT') ? Date.parse(text) : Number.NaN
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined
}
