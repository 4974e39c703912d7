import { readWeights } from './accept-header.ts'

/**
 * Returns the best of `languages` by the weights of an `Accept-Language` header; undefined if it lists none of them.
 * @see RFC 9110 section 12.5.4, Accept-Language
 */
export function chooseLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  for (const { name } of readWishes(acceptLanguage)) {
    const found = languages.find((language) => language === name.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns true if the preferred kind of English in an `Accept-Language` header is American English. */
export function isAmericanEnglish(acceptLanguage: string | undefined): boolean {
  return firstOf(acceptLanguage, 'en') === 'en-us'
}

/** Returns true for European French: by the header's first French or, without one, by the region of its first language. */
export function isEuropeanFrench(header: string | undefined): boolean {
  return /^(fr|de)$|-(?!ca\b|us\b)/.test(firstOf(header, 'fr') ?? readWishes(header)[0]?.name ?? '')
}

/** Returns the header's first entry of a language, with any region, in lower case. */
function firstOf(acceptLanguage: string | undefined, language: 'en' | 'fr'): string | undefined {
  return readWishes(acceptLanguage).find(({ name }) => name.split('-')[0] === language)?.name
}

function readWishes(acceptLanguage: string | undefined): ReturnType<typeof readWeights> {
  return readWeights(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
}
