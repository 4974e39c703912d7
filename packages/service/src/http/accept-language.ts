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

/** Returns whether French is to be that of Europe, not of Canada: by the French that the header asks for, else by where its first wish is spoken. */
export function isEuropeanFrench(header: string | undefined): boolean {
  return /^(fr|de)$|-(?!ca\b|us\b)/.test(firstOf(header, 'fr') ?? readWishes(header)[0]?.name ?? '')
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
