/** Longer than any browser's; what is beyond is not read. */
const MAX_CHARACTERS = 512

/**
 * The best of `languages` by the weights of an `Accept-Language` header; undefined when it asks for none of them.
 * @see RFC 9110 section 12.5.4, Accept-Language
 */
export function chooseLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  const wishes = (acceptLanguage ?? '')
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: range.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const wish of wishes) {
    const found = languages.find((language) => language === wish.language)
    if (found !== undefined) return found
  }
  return undefined
}
