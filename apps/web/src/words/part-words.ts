import { createLoadStore, type Loaders, type LoadStore } from '#loading/load-once.ts'
import type { Catalogue } from './en.ts'
import type { accountsEn } from './generated/accounts.en.ts'
import type { connectionPageEn } from './generated/connection-page.en.ts'
import type { customersEn } from './generated/customers.en.ts'
import type { emptyEn } from './generated/empty.en.ts'
import type { estimatesEn } from './generated/estimates.en.ts'
import type { formsEn } from './generated/forms.en.ts'
import type { invoicesEn } from './generated/invoices.en.ts'
import type { leavingEn } from './generated/leaving.en.ts'
import type { listsEn } from './generated/lists.en.ts'
import type { picturesEn } from './generated/pictures.en.ts'
import type { productsEn } from './generated/products.en.ts'
import type { resultEn } from './generated/result.en.ts'
import type { remindersEn } from './generated/reminders.en.ts'
import type { toDoEn } from './generated/to-do.en.ts'
import type { transactionsEn } from './generated/transactions.en.ts'
import type { startEn } from './generated/start.en.ts'
import type { soldEn } from './generated/sold.en.ts'

/** Words that only some pages need, each a file of its own in each language. */
export interface PartWords {
  /** Of the lines and sums of an invoice or estimate. */
  readonly sold: typeof soldEn
  /** Of the start page, but for its title. */
  readonly start: typeof startEn
  /** Of every list. */
  readonly lists: typeof listsEn
  readonly invoices: typeof invoicesEn
  readonly customers: typeof customersEn
  readonly products: typeof productsEn
  readonly transactions: typeof transactionsEn
  readonly accounts: typeof accountsEn
  readonly estimates: typeof estimatesEn
  readonly forms: typeof formsEn
  /** Of the pictures that most homes have among the further ones. */
  readonly pictures: typeof picturesEn
  /** Of a business with nothing in its books. */
  readonly empty: typeof emptyEn
  readonly result: typeof resultEn
  /** Of signing out, of what came of it, and of the list of sign-ins. */
  readonly leaving: typeof leavingEn
  /** Of reminding a customer, and of the mail that does it. */
  readonly reminders: typeof remindersEn
  /** Of the things to do today. */
  readonly to_do: typeof toDoEn
  readonly connection_page: typeof connectionPageEn
}

export type WordsName = keyof PartWords

/** Everything the app can say in one language. */
export interface Language {
  /** The words of every page. */
  readonly t: Catalogue
  readonly parts: LoadStore<PartWords>
}

/** @param loaders Where the words of each part are. */
export function createLanguage(t: Catalogue, loaders: Loaders<PartWords>): Language {
  return { t, parts: createLoadStore(loaders) }
}
