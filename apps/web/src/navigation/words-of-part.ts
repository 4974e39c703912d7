import type { WordsName } from '#words/part-words.ts'
import type { PartName } from './lazy-parts.tsx'

const WORDS: { readonly [Name in PartName]?: readonly WordsName[] } = {
  start: ['start'],
  not_connected: ['start'],
  empty_home: ['empty'],
  moved_up: ['pictures'],
  to_do: ['to_do'],
  businesses: ['to_do'],
  result: ['result', 'connection_page'],
  left: ['leaving'],
  profile: ['leaving'],
  signed_in: ['leaving'],
  connection: ['connection_page', 'letter_card'],
  disconnect: ['leaving'],
  invoices: ['lists', 'invoices'],
  invoice: ['invoices', 'sold'],
  customers: ['lists', 'customers'],
  customer: ['customers', 'pause'],
  statement: ['customers'],
  products: ['lists', 'products'],
  transactions: ['lists', 'transactions'],
  transaction: ['transactions'],
  accounts: ['lists', 'accounts'],
  account: ['accounts'],
  estimates: ['lists', 'estimates'],
  estimate: ['estimates', 'sold'],
  search: ['search'],
  periods: ['periods'],
  customer_form: ['forms'],
  product_form: ['forms'],
  invoice_form: ['forms'],
  estimate_form: ['forms'],
}

/** Returns the names of the words that a part needs besides those of every page; they are loaded with it. */
export function wordsOfPart(part: PartName | undefined): readonly WordsName[] {
  return (part === undefined ? undefined : WORDS[part]) ?? []
}
