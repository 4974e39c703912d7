import { appFr } from './made/app.fr.ts'
import { connectionFr } from './made/connection.fr.ts'
import { overviewFr } from './made/overview.fr.ts'
import { pictureFr } from './made/picture.fr.ts'
import { sinceFr } from './made/since.fr.ts'
import type { Catalogue } from './en.ts'

/** The words of every page, in French. */
export const fr: Catalogue = {
  ...appFr,
  ...connectionFr,
  overview: overviewFr,
  picture: pictureFr,
  since: sinceFr,
}

/** Where the words of each part are. */
export const FR_PARTS = {
  sold: async () => (await import('./made/sold.fr.ts')).soldFr,
  start: async () => (await import('./made/start.fr.ts')).startFr,
  lists: async () => (await import('./made/lists.fr.ts')).listsFr,
  invoices: async () => (await import('./made/invoices.fr.ts')).invoicesFr,
  customers: async () => (await import('./made/customers.fr.ts')).customersFr,
  products: async () => (await import('./made/products.fr.ts')).productsFr,
  transactions: async () => (await import('./made/transactions.fr.ts')).transactionsFr,
  accounts: async () => (await import('./made/accounts.fr.ts')).accountsFr,
  estimates: async () => (await import('./made/estimates.fr.ts')).estimatesFr,
  forms: async () => (await import('./made/forms.fr.ts')).formsFr,
  pictures: async () => (await import('./made/pictures.fr.ts')).picturesFr,
  empty: async () => (await import('./made/empty.fr.ts')).emptyFr,
  result: async () => (await import('./made/result.fr.ts')).resultFr,
  leaving: async () => (await import('./made/leaving.fr.ts')).leavingFr,
  connection_page: async () => (await import('./made/connection-page.fr.ts')).connectionPageFr,
}
