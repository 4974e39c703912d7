import { BusinessesPart } from './businesses-part.tsx'
import { ConnectionPart } from './connection-part.tsx'
import { HomePart } from './home-part.tsx'
import { ResultPart } from './result-part.tsx'
import { LockedCard } from '#connection/locked-card.tsx'
import { createSettledStore } from '#loading/load-once.ts'
import type { PartStore, ScreenParts } from '#navigation/lazy-parts.tsx'
import { CustomerFormScreen } from '#features/customers/customer-form-screen.tsx'
import { InvoiceFormScreen } from '#features/invoices/invoice-form-screen.tsx'
import { ProductFormScreen } from '#features/products/product-form-screen.tsx'
import { DisconnectScreen } from '#features/manage-connection/disconnect-screen.tsx'
import { InvoiceScreen } from '#features/invoices/invoice-screen.tsx'
import { InvoicesScreen } from '#features/invoices/invoices-screen.tsx'
import { CustomersScreen } from '#features/customers/customers-screen.tsx'
import { CustomerScreen } from '#features/customers/customer-screen.tsx'
import { ProductsScreen } from '#features/products/products-screen.tsx'
import { TransactionsScreen } from '#features/transactions/transactions-screen.tsx'
import { AccountsScreen } from '#features/accounts/accounts-screen.tsx'
import { AccountScreen } from '#features/accounts/account-screen.tsx'
import { EstimatesScreen } from '#features/estimates/estimates-screen.tsx'
import { EstimateScreen } from '#features/estimates/estimate-screen.tsx'
import { LeaveResultScreen } from '#features/leaving/leave-result-screen.tsx'
import { EmptyBusiness } from '#features/overview/empty-business.tsx'
import { MovedUpPicture } from '#features/overview/moved-up-pictures.tsx'
import { ToDoCard } from '#features/overview/to-do-card.tsx'
import { ProfileScreen } from '#features/profile/profile-screen.tsx'
import { NotConnectedScreen } from '#features/start/not-connected-screen.tsx'
import { SampleDrawings } from '#features/start/sample-drawings.tsx'
import { SignedInScreen } from '#features/signed-in/signed-in-screen.tsx'
import { StartScreen } from '#features/start/start-screen.tsx'

const ALL: ScreenParts = {
  start: StartScreen,
  sample: SampleDrawings,
  home: HomePart,
  empty_home: EmptyBusiness,
  locked_card: LockedCard,
  moved_up: MovedUpPicture,
  to_do: ToDoCard,
  result: ResultPart,
  left: LeaveResultScreen,
  profile: ProfileScreen,
  businesses: BusinessesPart,
  not_connected: NotConnectedScreen,
  connection: ConnectionPart,
  disconnect: DisconnectScreen,
  invoices: InvoicesScreen,
  invoice: InvoiceScreen,
  customers: CustomersScreen,
  customer: CustomerScreen,
  products: ProductsScreen,
  transactions: TransactionsScreen,
  accounts: AccountsScreen,
  account: AccountScreen,
  estimates: EstimatesScreen,
  estimate: EstimateScreen,
  signed_in: SignedInScreen,
  customer_form: CustomerFormScreen,
  product_form: ProductFormScreen,
  invoice_form: InvoiceFormScreen,
}

/** Every part at once: for the server, which waits for nothing, and for tests. */
export const ALL_PARTS: PartStore = createSettledStore(ALL)
