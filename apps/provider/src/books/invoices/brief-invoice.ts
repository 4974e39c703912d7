import type { GraphQLResolveInfo } from 'graphql'
import { askedNames, selectsOnly } from '#caller/selected-fields.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { ReachContext } from '#books/open-books.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { documentAmounts } from '#books/documents/document-resolvers.ts'
import { businessOf } from '#books/row-fields.ts'
import type { Extent, ListExtent } from '#books/row-reader.ts'
import type { BriefInvoice, InvoiceReader } from './invoice.ts'

type Needs = ReachContext & {
  readonly customers: CustomerReader
  readonly invoices: InvoiceReader
}

/** Resolves the fields of a brief invoice. */
export const briefInvoiceResolvers = {
  ...documentAmounts,
  attachments: () => [],
  business: businessOf,
  customer: (invoice: BriefInvoice, _args: unknown, context: Needs, info: GraphQLResolveInfo) =>
    invoice.beside?.customer ??
    context.customers.follow(invoice.books, invoice.customerId, customerExtent(info)),
  id: (invoice: BriefInvoice) => rowWireIdOf('Invoice', invoice),
  internalId: ({ id }: BriefInvoice) => id,
  invoiceDate: ({ day }: BriefInvoice) => day,
  invoiceNumber: ({ number }: BriefInvoice) => number,
  invoiceReminders: () => [],
  items: (invoice: BriefInvoice, _args: unknown, context: Needs) =>
    invoice.beside?.items ?? context.invoices.items(invoice),
}

const PLAIN_FIELDS = [
  'currency',
  'dueDate',
  'lastViewedAt',
  'status',
] as const satisfies readonly (keyof BriefInvoice)[]
const BRIEF_FIELDS: ReadonlySet<string> = new Set([...Object.keys(briefInvoiceResolvers), ...PLAIN_FIELDS])

/** Returns the extent to which a document selects fields of an invoice. */
export function invoiceExtent(info: GraphQLResolveInfo): Extent {
  return selectsOnly(info, BRIEF_FIELDS) ? 'brief' : 'whole'
}

/** Returns the extent of a list of invoices. Brief invoices are read together with the requested items and customers. */
export function listedInvoiceExtent(info: GraphQLResolveInfo): ListExtent {
  if (!selectsOnly(info, BRIEF_FIELDS, NODES)) return 'whole'
  const isWholeCustomer = customerExtent(info, [...NODES, 'customer']) === 'whole'
  const own = askedNames(info, NODES).filter((name) => name !== 'customer' || !isWholeCustomer)
  const ofItems = askedNames(info, [...NODES, 'items']).map((name) => `items.${name}`)
  return { briefFields: [...own, ...ofItems] }
}

const NODES = ['edges', 'node']
