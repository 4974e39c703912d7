import { readWeights } from '@counterfoil/service/http/accept-header'

/** The encodings in which a static file may be stored, best first. */
export const STORED_ENCODINGS = ['br', 'gzip'] as const
export type StoredEncoding = (typeof STORED_ENCODINGS)[number]

/**
 * Returns the best encoding among `available` that the caller accepts; `identity` if it accepts none of them.
 * @param acceptEncoding The header as received.
 * @see RFC 9110 section 12.5.3
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  available: readonly StoredEncoding[],
): StoredEncoding | 'identity' {
  if (acceptEncoding === undefined || available.length === 0) return 'identity'
  const weights = new Map(readWeights(acceptEncoding).map(({ name, weight }) => [name, weight]))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return (
    STORED_ENCODINGS.filter((encoding) => available.includes(encoding) && weightOf(encoding) > 0).toSorted(
      (left, right) => weightOf(right) - weightOf(left),
    )[0] ?? 'identity'
  )
}
