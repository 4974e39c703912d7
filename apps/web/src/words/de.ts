import { appDe } from './made/app.de.ts'
import { connectionDe } from './made/connection.de.ts'
import { overviewDe } from './made/overview.de.ts'
import { pictureDe } from './made/picture.de.ts'
import { sinceDe } from './made/since.de.ts'
import type { Catalogue } from './en.ts'

/** The words of every page, in German. */
export const de: Catalogue = {
  ...appDe,
  ...connectionDe,
  overview: overviewDe,
  picture: pictureDe,
  since: sinceDe,
}

/** Where the words of each part are. */
export const DE_PARTS = {
  sold: async () => (await import('./made/sold.de.ts')).soldDe,
  start: async () => (await import('./made/start.de.ts')).startDe,
  lists: async () => (await import('./made/lists.de.ts')).listsDe,
  invoices: async () => (await import('./made/invoices.de.ts')).invoicesDe,
  customers: async () => (await import('./made/customers.de.ts')).customersDe,
  products: async () => (await import('./made/products.de.ts')).productsDe,
  transactions: async () => (await import('./made/transactions.de.ts')).transactionsDe,
  accounts: async () => (await import('./made/accounts.de.ts')).accountsDe,
  estimates: async () => (await import('./made/estimates.de.ts')).estimatesDe,
  forms: async () => (await import('./made/forms.de.ts')).formsDe,
  pictures: async () => (await import('./made/pictures.de.ts')).picturesDe,
  empty: async () => (await import('./made/empty.de.ts')).emptyDe,
  result: async () => (await import('./made/result.de.ts')).resultDe,
  leaving: async () => (await import('./made/leaving.de.ts')).leavingDe,
  connection_page: async () => (await import('./made/connection-page.de.ts')).connectionPageDe,
}
