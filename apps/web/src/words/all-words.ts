import { toEuropeanFrench } from '@counterfoil/design/european-french'
import type { Locale } from '@counterfoil/bff-api/session'
import { createSettledStore } from '#loading/load-once.ts'
import type { Region } from './whole-date.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { de } from './de.ts'
import { accountsEn } from './generated/accounts.en.ts'
import { accountsFr } from './generated/accounts.fr.ts'
import { accountsDe } from './generated/accounts.de.ts'
import { connectionPageEn } from './generated/connection-page.en.ts'
import { connectionPageFr } from './generated/connection-page.fr.ts'
import { connectionPageDe } from './generated/connection-page.de.ts'
import { customersEn } from './generated/customers.en.ts'
import { customersFr } from './generated/customers.fr.ts'
import { customersDe } from './generated/customers.de.ts'
import { emptyEn } from './generated/empty.en.ts'
import { emptyFr } from './generated/empty.fr.ts'
import { emptyDe } from './generated/empty.de.ts'
import { estimatesEn } from './generated/estimates.en.ts'
import { estimatesFr } from './generated/estimates.fr.ts'
import { estimatesDe } from './generated/estimates.de.ts'
import { formsEn } from './generated/forms.en.ts'
import { formsFr } from './generated/forms.fr.ts'
import { formsDe } from './generated/forms.de.ts'
import { invoicesEn } from './generated/invoices.en.ts'
import { invoicesFr } from './generated/invoices.fr.ts'
import { invoicesDe } from './generated/invoices.de.ts'
import { leavingEn } from './generated/leaving.en.ts'
import { leavingFr } from './generated/leaving.fr.ts'
import { leavingDe } from './generated/leaving.de.ts'
import { listsEn } from './generated/lists.en.ts'
import { listsFr } from './generated/lists.fr.ts'
import { listsDe } from './generated/lists.de.ts'
import { picturesEn } from './generated/pictures.en.ts'
import { picturesFr } from './generated/pictures.fr.ts'
import { picturesDe } from './generated/pictures.de.ts'
import { productsEn } from './generated/products.en.ts'
import { productsFr } from './generated/products.fr.ts'
import { productsDe } from './generated/products.de.ts'
import { resultEn } from './generated/result.en.ts'
import { resultFr } from './generated/result.fr.ts'
import { resultDe } from './generated/result.de.ts'
import { transactionsEn } from './generated/transactions.en.ts'
import { transactionsFr } from './generated/transactions.fr.ts'
import { transactionsDe } from './generated/transactions.de.ts'
import { startEn } from './generated/start.en.ts'
import { startFr } from './generated/start.fr.ts'
import { startDe } from './generated/start.de.ts'
import { soldEn } from './generated/sold.en.ts'
import { soldFr } from './generated/sold.fr.ts'
import { soldDe } from './generated/sold.de.ts'
import { remindersEn } from './generated/reminders.en.ts'
import { remindersFr } from './generated/reminders.fr.ts'
import { remindersDe } from './generated/reminders.de.ts'
import { toDoEn } from './generated/to-do.en.ts'
import { toDoFr } from './generated/to-do.fr.ts'
import { toDoDe } from './generated/to-do.de.ts'
import type { Language, PartWords } from './part-words.ts'

/** The words of every part. */
export const PART_WORDS: Readonly<Record<Locale, PartWords>> = {
  en: {
    sold: soldEn,
    start: startEn,
    lists: listsEn,
    invoices: invoicesEn,
    customers: customersEn,
    products: productsEn,
    transactions: transactionsEn,
    accounts: accountsEn,
    estimates: estimatesEn,
    forms: formsEn,
    pictures: picturesEn,
    empty: emptyEn,
    result: resultEn,
    leaving: leavingEn,
    reminders: remindersEn,
    to_do: toDoEn,
    connection_page: connectionPageEn,
  },
  fr: {
    sold: soldFr,
    start: startFr,
    lists: listsFr,
    invoices: invoicesFr,
    customers: customersFr,
    products: productsFr,
    transactions: transactionsFr,
    accounts: accountsFr,
    estimates: estimatesFr,
    forms: formsFr,
    pictures: picturesFr,
    empty: emptyFr,
    result: resultFr,
    leaving: leavingFr,
    reminders: remindersFr,
    to_do: toDoFr,
    connection_page: connectionPageFr,
  },
  de: {
    sold: soldDe,
    start: startDe,
    lists: listsDe,
    invoices: invoicesDe,
    customers: customersDe,
    products: productsDe,
    transactions: transactionsDe,
    accounts: accountsDe,
    estimates: estimatesDe,
    forms: formsDe,
    pictures: picturesDe,
    empty: emptyDe,
    result: resultDe,
    leaving: leavingDe,
    reminders: remindersDe,
    to_do: toDoDe,
    connection_page: connectionPageDe,
  },
}

const EUROPEAN_FRENCH: Language = {
  t: toEuropeanFrench(fr),
  parts: createSettledStore(toEuropeanFrench(PART_WORDS.fr)),
}

/** Every language with all its words, for a reader of that region. */
export function allLanguages({ isEuropeanFrench }: Region): Readonly<Record<Locale, Language>> {
  return isEuropeanFrench === true ? { ...ALL_LANGUAGES, fr: EUROPEAN_FRENCH } : ALL_LANGUAGES
}

/** Every language with all its words: for the server, which waits for nothing, and for tests. */
export const ALL_LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { t: en, parts: createSettledStore(PART_WORDS.en) },
  fr: { t: fr, parts: createSettledStore(PART_WORDS.fr) },
  de: { t: de, parts: createSettledStore(PART_WORDS.de) },
}
