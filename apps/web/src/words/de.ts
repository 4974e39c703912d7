import { appDe } from './generated/app.de.ts'
import { connectionDe } from './generated/connection.de.ts'
import { overviewDe } from './generated/overview.de.ts'
import { pictureDe } from './generated/picture.de.ts'
import { sinceDe } from './generated/since.de.ts'
import type { Catalogue } from './en.ts'

export const de: Catalogue = {
  ...appDe,
  ...connectionDe,
  overview: overviewDe,
  picture: pictureDe,
  since: sinceDe,
}

export const DE_PARTS = {
  periods: async () => (await import('./generated/periods.de.ts')).periodsDe,
  search: async () => (await import('./generated/search.de.ts')).searchDe,
  sold: async () => (await import('./generated/sold.de.ts')).soldDe,
  start: async () => (await import('./generated/start.de.ts')).startDe,
  lists: async () => (await import('./generated/lists.de.ts')).listsDe,
  invoices: async () => (await import('./generated/invoices.de.ts')).invoicesDe,
  customers: async () => (await import('./generated/customers.de.ts')).customersDe,
  products: async () => (await import('./generated/products.de.ts')).productsDe,
  transactions: async () => (await import('./generated/transactions.de.ts')).transactionsDe,
  accounts: async () => (await import('./generated/accounts.de.ts')).accountsDe,
  estimates: async () => (await import('./generated/estimates.de.ts')).estimatesDe,
  forms: async () => (await import('./generated/forms.de.ts')).formsDe,
  pictures: async () => (await import('./generated/pictures.de.ts')).picturesDe,
  empty: async () => (await import('./generated/empty.de.ts')).emptyDe,
  result: async () => (await import('./generated/result.de.ts')).resultDe,
  leaving: async () => (await import('./generated/leaving.de.ts')).leavingDe,
  reminders: async () => (await import('./generated/reminders.de.ts')).remindersDe,
  to_do: async () => (await import('./generated/to-do.de.ts')).toDoDe,
  connection_page: async () => (await import('./generated/connection-page.de.ts')).connectionPageDe,
  pause: async () => (await import('./generated/pause.de.ts')).pauseDe,
  letter: async () => (await import('./generated/letter.de.ts')).letterDe,
  letter_card: async () => (await import('./generated/letter-card.de.ts')).letterCardDe,
}
