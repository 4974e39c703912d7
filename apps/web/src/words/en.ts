import { appEn } from './generated/app.en.ts'
import { connectionEn } from './generated/connection.en.ts'
import { overviewEn } from './generated/overview.en.ts'
import { pictureEn } from './generated/picture.en.ts'
import { sinceEn } from './generated/since.en.ts'

export const en = { ...appEn, ...connectionEn, overview: overviewEn, picture: pictureEn, since: sinceEn }

export type Catalogue = typeof en

export const EN_PARTS = {
  periods: async () => (await import('./generated/periods.en.ts')).periodsEn,
  search: async () => (await import('./generated/search.en.ts')).searchEn,
  sold: async () => (await import('./generated/sold.en.ts')).soldEn,
  start: async () => (await import('./generated/start.en.ts')).startEn,
  lists: async () => (await import('./generated/lists.en.ts')).listsEn,
  invoices: async () => (await import('./generated/invoices.en.ts')).invoicesEn,
  customers: async () => (await import('./generated/customers.en.ts')).customersEn,
  products: async () => (await import('./generated/products.en.ts')).productsEn,
  transactions: async () => (await import('./generated/transactions.en.ts')).transactionsEn,
  accounts: async () => (await import('./generated/accounts.en.ts')).accountsEn,
  estimates: async () => (await import('./generated/estimates.en.ts')).estimatesEn,
  forms: async () => (await import('./generated/forms.en.ts')).formsEn,
  pictures: async () => (await import('./generated/pictures.en.ts')).picturesEn,
  empty: async () => (await import('./generated/empty.en.ts')).emptyEn,
  result: async () => (await import('./generated/result.en.ts')).resultEn,
  leaving: async () => (await import('./generated/leaving.en.ts')).leavingEn,
  reminders: async () => (await import('./generated/reminders.en.ts')).remindersEn,
  to_do: async () => (await import('./generated/to-do.en.ts')).toDoEn,
  connection_page: async () => (await import('./generated/connection-page.en.ts')).connectionPageEn,
  pause: async () => (await import('./generated/pause.en.ts')).pauseEn,
  letter: async () => (await import('./generated/letter.en.ts')).letterEn,
  letter_card: async () => (await import('./generated/letter-card.en.ts')).letterCardEn,
}
