/** The part of a header that is read: no browser sends a longer one. */
const MAX_CHARACTERS = 512

/**
 * Parses an `Accept-…` header: its values in order, in lower case, each with its weight. 0 is a refusal, as is an invalid number.
 *
 * @see RFC 9110 section 12.4.2, Quality Values
 */
export function readWeights(
  header: string | undefined,
): readonly { readonly name: string; readonly weight: number }[] {
  return (header ?? '')
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
}
