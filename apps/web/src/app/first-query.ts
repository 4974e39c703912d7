import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { FirstQuery, SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/session/session.tsx'
import { ACCOUNT_LIST, accountVariables, oneAccountVariables } from '#features/accounts/account-address.ts'
import {
  CUSTOMER_LIST,
  customerVariables,
  oneCustomerVariables,
} from '#features/customers/customer-address.ts'
import {
  ESTIMATE_LIST,
  estimateVariables,
  oneEstimateVariables,
} from '#features/estimates/estimate-address.ts'
import { INVOICE_LIST, invoiceVariables, oneInvoiceVariables } from '#features/invoices/invoice-address.ts'
import { PRODUCT_LIST, productVariables } from '#features/products/product-address.ts'
import {
  oneTransactionVariables,
  TRANSACTION_LIST,
  transactionVariables,
} from '#features/transactions/transaction-row.ts'
import { parseListAddress } from '#lists/list-address.ts'
import { firstPageOf } from '#lists/list-rows.ts'
import type { Screen } from '#navigation/decide-screen.ts'

type Query = Pick<FirstQuery, 'kind' | 'operationName' | 'variables'>
interface Page {
  readonly connection: ConnectionView
  /** The query string of the address. */
  readonly search: string
  /** The features that the provider offers. */
  readonly offers: readonly string[]
}

/** The operation of each list with its address shape and the function that makes its variables. */
const LISTS = {
  invoices: ['Invoices', INVOICE_LIST, invoiceVariables],
  customers: ['Customers', CUSTOMER_LIST, customerVariables],
  products: ['Products', PRODUCT_LIST, productVariables],
  transactions: ['Transactions', TRANSACTION_LIST, transactionVariables],
  accounts: ['Accounts', ACCOUNT_LIST, accountVariables],
  estimates: ['Estimates', ESTIMATE_LIST, estimateVariables],
} as const

/** Returns the first query of a screen: an operation by its manifest name, or figures. The screen itself asks the same. */
function askFor(screen: Screen, { connection, search, offers }: Page): Query | undefined {
  if (!offers.includes('books')) return undefined
  switch (screen.kind) {
    case 'home':
      return { kind: 'figures', operationName: 'overview', variables: {} }
    case 'periods':
      return { kind: 'figures', operationName: `period?${search.replace(/^\?/, '')}`, variables: {} }
    case 'connection':
      return { operationName: 'BusinessDetails', variables: { id: connection.businessId } }
    case 'profile':
      return { operationName: 'Profile', variables: {} }
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates': {
      const [operationName, shape, variablesOf] = LISTS[screen.kind]
      const variables = variablesOf(parseListAddress(search, shape), connection)
      return { operationName, variables: { ...firstPageOf(variables) } }
    }
    default:
      return askForOne(screen, { connection, offers })
  }
}

function askForOne(
  screen: Screen,
  { connection, offers }: Pick<Page, 'connection' | 'offers'>,
): Query | undefined {
  switch (screen.kind) {
    case 'customer':
      return { operationName: 'Customer', variables: { ...oneCustomerVariables(connection, screen.id) } }
    case 'statement':
      return { operationName: 'Statement', variables: { ...oneCustomerVariables(connection, screen.id) } }
    case 'account': {
      const variables = oneAccountVariables(connection, { accountId: screen.id, offers })
      return { operationName: 'Account', variables: { ...variables } }
    }
    case 'transaction':
      return { operationName: 'Transaction', variables: oneTransactionVariables(connection, screen.id) }
    case 'estimate':
      return { operationName: 'Estimate', variables: { ...oneEstimateVariables(connection, screen.id) } }
    case 'invoice':
      return { operationName: 'Invoice', variables: { ...oneInvoiceVariables(connection, screen.id) } }
    default:
      return undefined
  }
}

/**
 * Returns the first query of a screen. Undefined if it reads nothing, and unless the connection's state says that its provider
 * answers: a provider in trouble is not asked more often than the page itself would.
 *
 * @param search The query string of the address.
 */
export function firstQueryOf(page: {
  readonly screen: Screen
  readonly session: SessionView
  readonly search: string
}): FirstQuery | undefined {
  const { screen, session, search } = page
  const connection = selectedConnection(session)
  if (connection === undefined) return undefined
  if (connection.state !== 'connected' && connection.state !== 'limited') return undefined
  const query = askFor(screen, { connection, search, offers: session.provider.offers })
  return query && { connectionId: connection.id, version: connection.version, ...query }
}
