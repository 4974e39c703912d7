import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { FirstQuery, SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/connections.ts'
import { INVOICE_LIST, invoiceVariables, oneInvoiceVariables } from '#features/invoices/invoice-address.ts'
import { parseListAddress } from '#lists/list-address.ts'
import { firstPageOf } from '#lists/list-rows.ts'
import type { Screen } from '#navigation/decide-screen.ts'

type Query = Pick<FirstQuery, 'operationName' | 'variables'>
interface Page {
  readonly connection: ConnectionView
  /** The query of the address. */
  readonly search: string
}

/** The query each screen begins with, by the names of the manifest. The screens themselves ask the same. */
function askFor(screen: Screen, { connection, search }: Page): Query | undefined {
  switch (screen.kind) {
    case 'home':
      return { operationName: 'BusinessDetails', variables: { id: connection.businessId } }
    case 'profile':
      return { operationName: 'Profile', variables: {} }
    case 'invoices': {
      const variables = invoiceVariables(parseListAddress(search, INVOICE_LIST), connection)
      return { operationName: 'Invoices', variables: { ...firstPageOf(variables) } }
    }
    case 'invoice':
      return { operationName: 'Invoice', variables: { ...oneInvoiceVariables(connection, screen.id) } }
    default:
      return undefined
  }
}

/**
 * What a screen reads first. Undefined where it reads nothing, and in every state but those in which a provider is known
 * to answer: one in trouble is not asked more often than the page itself would.
 *
 * @param search The query of the address.
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
  const query = askFor(screen, { connection, search })
  return query && { connectionId: connection.id, version: connection.version, ...query }
}
