/** Encodings a static file may be kept in, best first. */
export const STORED_ENCODINGS = ['br', 'gzip'] as const
export type StoredEncoding = (typeof STORED_ENCODINGS)[number]

/**
 * The best encoding among `available` that the caller accepts; `identity` when none is.
 * @param acceptEncoding The header as received.
 * @see RFC 9110 section 12.5.3
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  available: readonly StoredEncoding[],
): StoredEncoding | 'identity' {
  if (acceptEncoding === undefined || available.length === 0) return 'identity'
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    weights.set(name, Number.isFinite(value) ? value : 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return (
    STORED_ENCODINGS.filter((encoding) => available.includes(encoding) && weightOf(encoding) > 0).toSorted(
      (left, right) => weightOf(right) - weightOf(left),
    )[0] ?? 'identity'
  )
}
