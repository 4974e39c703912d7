import { LANGUAGES } from '@counterfoil/design/languages'
import {
  chooseLanguage,
  isAmericanEnglish,
  isEuropeanFrench,
} from '@counterfoil/service/http/accept-language'
import { ThemeSchema, type Locale, type Preferences, type Theme } from '@counterfoil/bff-api/session'
import { TimeZoneSchema } from '@counterfoil/bff-api/time-zone'

/** The chosen language and theme, or the defaults of the browser. */
export interface Appearance {
  readonly locale: Locale
  /** True if the first English in `Accept-Language` is that of the United States. */
  readonly isAmerican?: true
  /** True if the first French in `Accept-Language` is that of a country of Europe. */
  readonly isEuropeanFrench?: true
  readonly theme: Theme
}

/**
 * Reads the preferences cookie (`fr.dark`; a part may be empty) and falls back to `Accept-Language`.
 * @see RFC 9110 section 12.5.4
 */
export function chooseAppearance(request: {
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
}): Appearance {
  const { cookie, acceptLanguage } = request
  const chosen = parsePreferences(cookie)
  return {
    locale: chosen.locale ?? chooseLanguage(acceptLanguage, LANGUAGES) ?? 'en',
    ...(isAmericanEnglish(acceptLanguage) ? { isAmerican: true } : {}),
    ...(isEuropeanFrench(acceptLanguage) ? { isEuropeanFrench: true } : {}),
    theme: chosen.theme ?? 'system',
  }
}

export function parsePreferences(cookie: string | undefined): Preferences {
  const [locale, theme] = (cookie ?? '').split('.')
  const knownLocale = LANGUAGES.find((known) => known === locale)
  const knownTheme = ThemeSchema.options.find((known) => known === theme)
  return {
    ...(knownLocale === undefined ? {} : { locale: knownLocale }),
    ...(knownTheme === undefined ? {} : { theme: knownTheme }),
  }
}

/** Parses the time zone cookie; undefined if it is missing or names a time zone that this server does not know. */
export function parseTimeZone(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : TimeZoneSchema.safeParse(cookie).data
}

/** Returns the cookie value of these preferences, for {@link parsePreferences}. */
export function formatPreferences({ locale, theme }: Preferences): string {
  return `${locale ?? ''}.${theme ?? ''}`
}
