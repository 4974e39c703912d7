import type { Locale } from '@counterfoil/bff-api/session'
import { createSettledStore } from '#loading/load-once.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { de } from './de.ts'
import { accountsEn } from './made/accounts.en.ts'
import { accountsFr } from './made/accounts.fr.ts'
import { accountsDe } from './made/accounts.de.ts'
import { connectionPageEn } from './made/connection-page.en.ts'
import { connectionPageFr } from './made/connection-page.fr.ts'
import { connectionPageDe } from './made/connection-page.de.ts'
import { customersEn } from './made/customers.en.ts'
import { customersFr } from './made/customers.fr.ts'
import { customersDe } from './made/customers.de.ts'
import { emptyEn } from './made/empty.en.ts'
import { emptyFr } from './made/empty.fr.ts'
import { emptyDe } from './made/empty.de.ts'
import { estimatesEn } from './made/estimates.en.ts'
import { estimatesFr } from './made/estimates.fr.ts'
import { estimatesDe } from './made/estimates.de.ts'
import { formsEn } from './made/forms.en.ts'
import { formsFr } from './made/forms.fr.ts'
import { formsDe } from './made/forms.de.ts'
import { invoicesEn } from './made/invoices.en.ts'
import { invoicesFr } from './made/invoices.fr.ts'
import { invoicesDe } from './made/invoices.de.ts'
import { leavingEn } from './made/leaving.en.ts'
import { leavingFr } from './made/leaving.fr.ts'
import { leavingDe } from './made/leaving.de.ts'
import { listsEn } from './made/lists.en.ts'
import { listsFr } from './made/lists.fr.ts'
import { listsDe } from './made/lists.de.ts'
import { picturesEn } from './made/pictures.en.ts'
import { picturesFr } from './made/pictures.fr.ts'
import { picturesDe } from './made/pictures.de.ts'
import { productsEn } from './made/products.en.ts'
import { productsFr } from './made/products.fr.ts'
import { productsDe } from './made/products.de.ts'
import { resultEn } from './made/result.en.ts'
import { resultFr } from './made/result.fr.ts'
import { resultDe } from './made/result.de.ts'
import { transactionsEn } from './made/transactions.en.ts'
import { transactionsFr } from './made/transactions.fr.ts'
import { transactionsDe } from './made/transactions.de.ts'
import { startEn } from './made/start.en.ts'
import { startFr } from './made/start.fr.ts'
import { startDe } from './made/start.de.ts'
import { soldEn } from './made/sold.en.ts'
import { soldFr } from './made/sold.fr.ts'
import { soldDe } from './made/sold.de.ts'
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
    connection_page: connectionPageDe,
  },
}

/** Every language with all its words: for the server, which waits for nothing, and for tests. */
export const ALL_LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { t: en, parts: createSettledStore(PART_WORDS.en) },
  fr: { t: fr, parts: createSettledStore(PART_WORDS.fr) },
  de: { t: de, parts: createSettledStore(PART_WORDS.de) },
}
