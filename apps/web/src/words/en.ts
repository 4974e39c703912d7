import { appEn } from './made/app.en.ts'
import { connectionEn } from './made/connection.en.ts'
import { overviewEn } from './made/overview.en.ts'
import { pictureEn } from './made/picture.en.ts'
import { sinceEn } from './made/since.en.ts'

/** The words of every page, in English. */
export const en = { ...appEn, ...connectionEn, overview: overviewEn, picture: pictureEn, since: sinceEn }

export type Catalogue = typeof en

/** Where the words of each part are. */
export const EN_PARTS = {
  sold: async () => (await import('./made/sold.en.ts')).soldEn,
  start: async () => (await import('./made/start.en.ts')).startEn,
  lists: async () => (await import('./made/lists.en.ts')).listsEn,
  invoices: async () => (await import('./made/invoices.en.ts')).invoicesEn,
  customers: async () => (await import('./made/customers.en.ts')).customersEn,
  products: async () => (await import('./made/products.en.ts')).productsEn,
  transactions: async () => (await import('./made/transactions.en.ts')).transactionsEn,
  accounts: async () => (await import('./made/accounts.en.ts')).accountsEn,
  estimates: async () => (await import('./made/estimates.en.ts')).estimatesEn,
  forms: async () => (await import('./made/forms.en.ts')).formsEn,
  pictures: async () => (await import('./made/pictures.en.ts')).picturesEn,
  empty: async () => (await import('./made/empty.en.ts')).emptyEn,
  result: async () => (await import('./made/result.en.ts')).resultEn,
  leaving: async () => (await import('./made/leaving.en.ts')).leavingEn,
  connection_page: async () => (await import('./made/connection-page.en.ts')).connectionPageEn,
}
