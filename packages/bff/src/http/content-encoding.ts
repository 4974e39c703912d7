import { readWeights } from '@counterfoil/service/http/accept-header'

/**
 * Returns the encoding among `available` that the caller prefers, the first one of equals; `identity` if it accepts none of them.
 * @param acceptEncoding The header as received.
 * @see RFC 9110 section 12.5.3
 */
export function chooseEncoding<Encoding extends string>(
  acceptEncoding: string | undefined,
  available: readonly Encoding[],
): Encoding | 'identity' {
  if (acceptEncoding === undefined || available.length === 0) return 'identity'
  const weights = new Map(readWeights(acceptEncoding).map(({ name, weight }) => [name, weight]))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return (
    available
      .filter((encoding) => weightOf(encoding) > 0)
      .toSorted((left, right) => weightOf(right) - weightOf(left))[0] ?? 'identity'
  )
}
