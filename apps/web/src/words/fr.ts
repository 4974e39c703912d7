import { appFr } from './generated/app.fr.ts'
import { connectionFr } from './generated/connection.fr.ts'
import { overviewFr } from './generated/overview.fr.ts'
import { pictureFr } from './generated/picture.fr.ts'
import { sinceFr } from './generated/since.fr.ts'
import type { Catalogue } from './en.ts'

export const fr: Catalogue = {
  ...appFr,
  ...connectionFr,
  overview: overviewFr,
  picture: pictureFr,
  since: sinceFr,
}

export const FR_PARTS = {
  periods: async () => (await import('./generated/periods.fr.ts')).periodsFr,
  search: async () => (await import('./generated/search.fr.ts')).searchFr,
  sold: async () => (await import('./generated/sold.fr.ts')).soldFr,
  start: async () => (await import('./generated/start.fr.ts')).startFr,
  lists: async () => (await import('./generated/lists.fr.ts')).listsFr,
  invoices: async () => (await import('./generated/invoices.fr.ts')).invoicesFr,
  customers: async () => (await import('./generated/customers.fr.ts')).customersFr,
  products: async () => (await import('./generated/products.fr.ts')).productsFr,
  transactions: async () => (await import('./generated/transactions.fr.ts')).transactionsFr,
  accounts: async () => (await import('./generated/accounts.fr.ts')).accountsFr,
  estimates: async () => (await import('./generated/estimates.fr.ts')).estimatesFr,
  forms: async () => (await import('./generated/forms.fr.ts')).formsFr,
  pictures: async () => (await import('./generated/pictures.fr.ts')).picturesFr,
  empty: async () => (await import('./generated/empty.fr.ts')).emptyFr,
  result: async () => (await import('./generated/result.fr.ts')).resultFr,
  leaving: async () => (await import('./generated/leaving.fr.ts')).leavingFr,
  reminders: async () => (await import('./generated/reminders.fr.ts')).remindersFr,
  to_do: async () => (await import('./generated/to-do.fr.ts')).toDoFr,
  connection_page: async () => (await import('./generated/connection-page.fr.ts')).connectionPageFr,
  pause: async () => (await import('./generated/pause.fr.ts')).pauseFr,
  letter: async () => (await import('./generated/letter.fr.ts')).letterFr,
  letter_card: async () => (await import('./generated/letter-card.fr.ts')).letterCardFr,
}
