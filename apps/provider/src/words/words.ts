import { LANGUAGES } from '@counterfoil/design/languages'
import {
  chooseLanguage,
  isAmericanEnglish,
  isEuropeanFrench,
} from '@counterfoil/service/http/accept-language'

import { accountMailsDe } from './generated/account-mails.de.ts'
import { accountMailsEn } from './generated/account-mails.en.ts'
import { accountMailsFr } from './generated/account-mails.fr.ts'
import { appsDe } from './generated/apps.de.ts'
import { appsEn } from './generated/apps.en.ts'
import { appsFr } from './generated/apps.fr.ts'
import { consentDe } from './generated/consent.de.ts'
import { consentEn } from './generated/consent.en.ts'
import { consentFr } from './generated/consent.fr.ts'
import { developersDe } from './generated/developers.de.ts'
import { developersEn } from './generated/developers.en.ts'
import { developersFr } from './generated/developers.fr.ts'
import { errorPageDe } from './generated/error-page.de.ts'
import { errorPageEn } from './generated/error-page.en.ts'
import { errorPageFr } from './generated/error-page.fr.ts'
import { frameDe } from './generated/frame.de.ts'
import { frameEn } from './generated/frame.en.ts'
import { frameFr } from './generated/frame.fr.ts'
import { messagesDe } from './generated/messages.de.ts'
import { messagesEn } from './generated/messages.en.ts'
import { messagesFr } from './generated/messages.fr.ts'
import { passkeysDe } from './generated/passkeys.de.ts'
import { passwordResetDe } from './generated/password-reset.de.ts'
import { passkeysEn } from './generated/passkeys.en.ts'
import { passwordResetEn } from './generated/password-reset.en.ts'
import { passkeysFr } from './generated/passkeys.fr.ts'
import { passwordResetFr } from './generated/password-reset.fr.ts'
import { permissionsDe } from './generated/permissions.de.ts'
import { permissionsEn } from './generated/permissions.en.ts'
import { permissionsFr } from './generated/permissions.fr.ts'
import { secondFactorDe } from './generated/second-factor.de.ts'
import { secondFactorEn } from './generated/second-factor.en.ts'
import { secondFactorFr } from './generated/second-factor.fr.ts'
import { sharedDe } from './generated/shared.de.ts'
import { sharedEn } from './generated/shared.en.ts'
import { sharedFr } from './generated/shared.fr.ts'
import { signInDe } from './generated/sign-in.de.ts'
import { signInEn } from './generated/sign-in.en.ts'
import { signInFr } from './generated/sign-in.fr.ts'
import { siteDe } from './generated/site.de.ts'
import { siteEn } from './generated/site.en.ts'
import { siteFr } from './generated/site.fr.ts'

/** All texts of Harbour's pages in one language. Other languages have the type of English, so no text can be missing. */
export type Words = ReturnType<typeof wordsEn>

function wordsEn(harbour: string) {
  return {
    frame: frameEn(harbour),
    signIn: signInEn(harbour),
    passwordReset: passwordResetEn(harbour),
    accountMails: accountMailsEn(harbour),
    secondFactor: secondFactorEn(harbour),
    passkeys: passkeysEn,
    consent: consentEn(harbour),
    permissions: permissionsEn(harbour),
    errorPage: errorPageEn(harbour),
    apps: appsEn(harbour),
    developers: developersEn(harbour),
    site: siteEn(harbour),
    shared: sharedEn,
    messages: messagesEn,
  }
}

function wordsFr(harbour: string): Words {
  return {
    frame: frameFr(harbour),
    signIn: signInFr(harbour),
    passwordReset: passwordResetFr(harbour),
    accountMails: accountMailsFr(harbour),
    secondFactor: secondFactorFr(harbour),
    passkeys: passkeysFr,
    consent: consentFr(harbour),
    permissions: permissionsFr(harbour),
    errorPage: errorPageFr(harbour),
    apps: appsFr(harbour),
    developers: developersFr(harbour),
    site: siteFr(harbour),
    shared: sharedFr,
    messages: messagesFr,
  }
}

function wordsDe(harbour: string): Words {
  return {
    frame: frameDe(harbour),
    signIn: signInDe(harbour),
    passwordReset: passwordResetDe(harbour),
    accountMails: accountMailsDe(harbour),
    secondFactor: secondFactorDe(harbour),
    passkeys: passkeysDe,
    consent: consentDe(harbour),
    permissions: permissionsDe(harbour),
    errorPage: errorPageDe(harbour),
    apps: appsDe(harbour),
    developers: developersDe(harbour),
    site: siteDe(harbour),
    shared: sharedDe,
    messages: messagesDe,
  }
}

const WORDS: Readonly<Record<PageLocale, (harbour: string) => Words>> = {
  en: wordsEn,
  fr: wordsFr,
  de: wordsDe,
}

/** Returns the catalogue of one language. @param harbour The provider's name, as people see it. */
export function wordsFor(locale: PageLocale, harbour: string): Words {
  return WORDS[locale](harbour)
}

export type PageLocale = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LOCALE_NAMES: Readonly<Record<PageLocale, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
}

/** Parses the value of a cookie or form; undefined if it is no language of ours. */
export function parsePageLocale(value: unknown): PageLocale | undefined {
  return LANGUAGES.find((locale) => locale === value)
}

/**
 * Returns the language of a page: the chosen one, otherwise the best of `Accept-Language` by weight, otherwise English.
 *
 * @param chosen Value of the language cookie.
 * @see RFC 9110 section 12.5.4 Accept-Language
 */
export function choosePageLocale({
  chosen,
  acceptLanguage,
}: {
  readonly chosen: string | undefined
  readonly acceptLanguage: string | undefined
}): PageLocale {
  return parsePageLocale(chosen) ?? chooseLanguage(acceptLanguage, LANGUAGES) ?? 'en'
}

/** Regions whose words, dates and times differ from the catalogue: American English and European French. */
export type PageRegion = 'FR' | 'US' | undefined

/** Returns the region of a reader with this language, by `Accept-Language`. */
export function choosePageRegion(locale: PageLocale, acceptLanguage: string | undefined): PageRegion {
  if (locale === 'en') return isAmericanEnglish(acceptLanguage) ? 'US' : undefined
  return locale === 'fr' && isEuropeanFrench(acceptLanguage) ? 'FR' : undefined
}
