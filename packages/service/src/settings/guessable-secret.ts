/**
 * Returns true for a text that is not random: few different characters, a repeated short text, the alphabet. Random text of 32
 * hexadecimal digits has fewer than eight different ones once in 28 million times.
 *
 * @param minLength The minimum length of such a secret; a quarter of it must be different characters.
 */
export function isGuessable(secret: string, minLength: number): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  const least = minLength / 4
  if (new Set(codes).size < least || new Set(steps).size < least) return true
  const periods = Array.from({ length: Math.floor(codes.length / 2) }, (_, index) => index + 1)
  return periods.some((period) => codes.slice(period).every((code, index) => code === codes[index]))
}
