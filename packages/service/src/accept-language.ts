import { readWeights } from './accept-header.ts'

/**
 * The best of `languages` by the weights of an `Accept-Language` header; undefined when it asks for none of them.
 * @see RFC 9110 section 12.5.4, Accept-Language
 */
export function chooseLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  const wishes = readWeights(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { name } of wishes) {
    const found = languages.find((language) => language === name.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}
