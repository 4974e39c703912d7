import type { PageLocale } from './locale.ts'
import { appsEn } from './apps-words.ts'
import { appsFr } from './apps-words-fr.ts'
import { consentEn } from './consent-words.ts'
import { consentFr } from './consent-words-fr.ts'
import { developersEn } from './developers-words.ts'
import { developersFr } from './developers-words-fr.ts'
import { frameEn, frameFr } from './frame-words.ts'
import { permissionEn, permissionFr } from './permission-words.ts'
import { messagesEn, messagesFr, sharedEn, sharedFr } from './shared-words.ts'
import { siteEn } from './site-words.ts'
import { siteFr } from './site-words-fr.ts'
import { accountMailsEn, accountMailsFr } from './account-mail-words.ts'
import { passwordResetEn, passwordResetFr } from './password-reset-words.ts'
import { secondFactorEn, secondFactorFr } from './second-factor-words.ts'
import { signInEn, signInFr } from './sign-in-words.ts'
import { errorPageEn, errorPageFr } from './error-page-words.ts'

/** Every text of Harbour's pages, in one language. French has the type of English, so nothing can be missing. */
export type Words = ReturnType<typeof wordsEn>

function wordsEn(harbour: string) {
  return {
    frame: frameEn(harbour),
    signIn: signInEn(harbour),
    passwordReset: passwordResetEn(harbour),
    accountMails: accountMailsEn(harbour),
    secondFactor: secondFactorEn(harbour),
    consent: consentEn(harbour),
    permissions: permissionEn(harbour),
    errorPage: errorPageEn(harbour),
    apps: appsEn(harbour),
    developers: developersEn(harbour),
    site: siteEn(harbour),
    shared: sharedEn(),
    messages: messagesEn(),
  }
}

function wordsFr(harbour: string): Words {
  return {
    frame: frameFr(harbour),
    signIn: signInFr(harbour),
    passwordReset: passwordResetFr(harbour),
    accountMails: accountMailsFr(harbour),
    secondFactor: secondFactorFr(harbour),
    consent: consentFr(harbour),
    permissions: permissionFr(harbour),
    errorPage: errorPageFr(harbour),
    apps: appsFr(harbour),
    developers: developersFr(harbour),
    site: siteFr(harbour),
    shared: sharedFr(),
    messages: messagesFr(),
  }
}

/** The catalogue of one language. @param harbour The provider's name, as people see it. */
export function wordsFor(locale: PageLocale, harbour: string): Words {
  return locale === 'fr' ? wordsFr(harbour) : wordsEn(harbour)
}
