import { readWeights } from './accept-header.ts'

/**
 * The best of `languages` by the weights of an `Accept-Language` header; undefined when it asks for none of them.
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

/** Returns whether the English that the header asks for first is that of the United States. */
export function isAmericanEnglish(acceptLanguage: string | undefined): boolean {
  return firstOf(acceptLanguage, 'en') === 'en-us'
}

/** Returns whether the French that the header asks for first is that of Europe: French alone, or of any country but Canada. */
export function isEuropeanFrench(acceptLanguage: string | undefined): boolean {
  return /^fr(?!-ca\b)/.test(firstOf(acceptLanguage, 'fr') ?? '')
}

/** The first wish of a language, whatever its region, in small letters. */
function firstOf(acceptLanguage: string | undefined, language: 'en' | 'fr'): string | undefined {
  return readWishes(acceptLanguage).find(({ name }) => name.split('-')[0] === language)?.name
}

function readWishes(acceptLanguage: string | undefined): ReturnType<typeof readWeights> {
  return readWeights(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
}
