import type { Loaders } from '#loading/load-once.ts'
import type { ScreenParts } from '#navigation/lazy-parts.tsx'

/** The loaders of all parts. Only this list knows all features. */
export const PART_LOADERS: Loaders<ScreenParts> = {
  start: async () => (await import('#features/start/start-screen.tsx')).StartScreen,
  sample: async () => (await import('#features/start/sample-drawings.tsx')).SampleDrawings,
  home: async () => (await import('./home-part.tsx')).HomePart,
  empty_home: async () => (await import('#features/overview/empty-business.tsx')).EmptyBusiness,
  locked_card: async () => (await import('#connection/locked-card.tsx')).LockedCard,
  moved_up: async () => (await import('#features/overview/more/moved-up-pictures.tsx')).MovedUpPicture,
  to_do: async () => (await import('#features/overview/first/to-do-card.tsx')).ToDoCard,
  result: async () => (await import('./result-part.tsx')).ResultPart,
  left: async () => (await import('#features/leaving/leave-result-screen.tsx')).LeaveResultScreen,
  profile: async () => (await import('#features/profile/profile-screen.tsx')).ProfileScreen,
  businesses: async () => (await import('./businesses-part.tsx')).BusinessesPart,
  not_connected: async () => (await import('#features/start/not-connected-screen.tsx')).NotConnectedScreen,
  connection: async () => (await import('./connection-part.tsx')).ConnectionPart,
  disconnect: async () =>
    (await import('#features/manage-connection/disconnect/disconnect-screen.tsx')).DisconnectScreen,
  invoices: async () => (await import('#features/invoices/list/invoices-screen.tsx')).InvoicesScreen,
  invoice: async () => (await import('#features/invoices/invoice/invoice-screen.tsx')).InvoiceScreen,
  statement: async () => (await import('#features/customers/statement/statement-screen.tsx')).StatementScreen,
  customer_form: async () =>
    (await import('#features/customers/form/customer-form-screen.tsx')).CustomerFormScreen,
  invoice_form: async () =>
    (await import('#features/invoices/form/invoice-form-screen.tsx')).InvoiceFormScreen,
  estimate_form: async () =>
    (await import('#features/invoices/form/invoice-form-screen.tsx')).EstimateFormScreen,
  product_form: async () => (await import('#features/products/product-form-screen.tsx')).ProductFormScreen,
  customers: async () => (await import('#features/customers/list/customers-screen.tsx')).CustomersScreen,
  customer: async () => (await import('#features/customers/customer-screen.tsx')).CustomerScreen,
  products: async () => (await import('#features/products/products-screen.tsx')).ProductsScreen,
  transactions: async () =>
    (await import('#features/transactions/transactions-screen.tsx')).TransactionsScreen,
  accounts: async () => (await import('#features/accounts/accounts-screen.tsx')).AccountsScreen,
  account: async () => (await import('#features/accounts/account-screen.tsx')).AccountScreen,
  transaction: async () => (await import('#features/transactions/transaction-screen.tsx')).TransactionScreen,
  estimates: async () => (await import('#features/estimates/estimates-screen.tsx')).EstimatesScreen,
  estimate: async () => (await import('#features/estimates/estimate-screen.tsx')).EstimateScreen,
  periods: async () => (await import('#features/periods/periods-screen.tsx')).PeriodsScreen,
  search: async () => (await import('#features/search/search-screen.tsx')).SearchScreen,
  signed_in: async () => (await import('#features/signed-in/signed-in-screen.tsx')).SignedInScreen,
}
