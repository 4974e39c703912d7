export const PAGE_LOCALES = ['en', 'fr'] as const
export type PageLocale = (typeof PAGE_LOCALES)[number]

/** Narrows a cookie's or a form's value. */
export function parsePageLocale(value: unknown): PageLocale | undefined {
  return PAGE_LOCALES.find((locale) => locale === value)
}

/**
 * The language of a page: what the person chose, else the best of `Accept-Language` by weight, else English.
 *
 * @param chosen Value of the language cookie.
 * @see RFC 9110 section 12.5.4 Accept-Language
 */
export function choosePageLocale(chosen: string | undefined, acceptLanguage: string | undefined): PageLocale {
  const fromCookie = parsePageLocale(chosen)
  if (fromCookie !== undefined) return fromCookie
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .slice(0, 20)
    .map((part, order) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters
        .map((parameter) => parameter.trim())
        .find((parameter) => parameter.startsWith('q='))
      const quality = weight === undefined ? 1 : Number(weight.slice(2))
      return { language: range.split('-')[0] ?? '', quality: Number.isFinite(quality) ? quality : 0, order }
    })
    .filter((wish) => wish.quality > 0)
    .sort((one, other) => other.quality - one.quality || one.order - other.order)
  for (const wish of wishes) {
    const locale = parsePageLocale(wish.language)
    if (locale !== undefined) return locale
  }
  return 'en'
}
