import type { PageLocale } from './locale.ts'
import { accountMailsDe } from './made/account-mails.de.ts'
import { accountMailsEn } from './made/account-mails.en.ts'
import { accountMailsFr } from './made/account-mails.fr.ts'
import { appsDe } from './made/apps.de.ts'
import { appsEn } from './made/apps.en.ts'
import { appsFr } from './made/apps.fr.ts'
import { consentDe } from './made/consent.de.ts'
import { consentEn } from './made/consent.en.ts'
import { consentFr } from './made/consent.fr.ts'
import { developersDe } from './made/developers.de.ts'
import { developersEn } from './made/developers.en.ts'
import { developersFr } from './made/developers.fr.ts'
import { errorPageDe } from './made/error-page.de.ts'
import { errorPageEn } from './made/error-page.en.ts'
import { errorPageFr } from './made/error-page.fr.ts'
import { frameDe } from './made/frame.de.ts'
import { frameEn } from './made/frame.en.ts'
import { frameFr } from './made/frame.fr.ts'
import { messagesDe } from './made/messages.de.ts'
import { messagesEn } from './made/messages.en.ts'
import { messagesFr } from './made/messages.fr.ts'
import { passkeysDe } from './made/passkeys.de.ts'
import { passwordResetDe } from './made/password-reset.de.ts'
import { passkeysEn } from './made/passkeys.en.ts'
import { passwordResetEn } from './made/password-reset.en.ts'
import { passkeysFr } from './made/passkeys.fr.ts'
import { passwordResetFr } from './made/password-reset.fr.ts'
import { permissionsDe } from './made/permissions.de.ts'
import { permissionsEn } from './made/permissions.en.ts'
import { permissionsFr } from './made/permissions.fr.ts'
import { secondFactorDe } from './made/second-factor.de.ts'
import { secondFactorEn } from './made/second-factor.en.ts'
import { secondFactorFr } from './made/second-factor.fr.ts'
import { sharedDe } from './made/shared.de.ts'
import { sharedEn } from './made/shared.en.ts'
import { sharedFr } from './made/shared.fr.ts'
import { signInDe } from './made/sign-in.de.ts'
import { signInEn } from './made/sign-in.en.ts'
import { signInFr } from './made/sign-in.fr.ts'
import { siteDe } from './made/site.de.ts'
import { siteEn } from './made/site.en.ts'
import { siteFr } from './made/site.fr.ts'

/** Every text of Harbour's pages, in one language. The other languages have the type of English, so nothing can be missing. */
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

/** The catalogue of one language. @param harbour The provider's name, as people see it. */
export function wordsFor(locale: PageLocale, harbour: string): Words {
  return WORDS[locale](harbour)
}
