import type { GraphQLResolveInfo } from 'graphql'
import { rowWireIdOf } from '#books/book-ids.ts'
import { customerExtent } from '#books/customers/brief-customer.ts'
import type { CustomerReader } from '#books/customers/customer.ts'
import { shortestText } from '#books/documents/amounts.ts'
import {
  documentAmounts,
  documentItem,
  documentItemTax,
  readDocumentFilter,
  wholeDocument,
  type ItemNeeds,
} from '#books/documents/document-resolvers.ts'
import type { ReachContext } from '#books/open-books.ts'
import { businessOf, findInBusiness, listInBusiness } from '#books/row-fields.ts'
import type { Extent, ListExtent } from '#books/row-reader.ts'
import type { Noun } from '#caller/noun.ts'
import { askedNames, selectsOnly } from '#caller/selected-fields.ts'
import { invoiceCommands } from './invoice-commands.ts'
import { createInvoiceReaders, type InvoiceReader } from './invoice-store.ts'
import type { BriefInvoice } from './invoice.ts'
import type { InvoicesResolvers } from './invoices-schema.ts'

type BriefNeeds = ReachContext & {
  readonly customers: CustomerReader
  readonly invoices: InvoiceReader
}

type Needs = BriefNeeds & ItemNeeds & { readonly publicUrl: () => string }

/** Resolves the fields of a brief invoice. */
const briefResolvers = {
  ...documentAmounts,
  attachments: () => [],
  business: businessOf,
  customer: (invoice: BriefInvoice, _args: unknown, context: BriefNeeds, info: GraphQLResolveInfo) =>
    invoice.beside?.customer ??
    context.customers.follow(invoice.books, invoice.customerId, customerExtent(info)),
  id: (invoice: BriefInvoice) => rowWireIdOf('Invoice', invoice),
  internalId: ({ id }: BriefInvoice) => id,
  invoiceDate: ({ day }: BriefInvoice) => day,
  invoiceNumber: ({ number }: BriefInvoice) => number,
  invoiceReminders: () => [],
  items: (invoice: BriefInvoice, _args: unknown, context: BriefNeeds) =>
    invoice.beside?.items ?? context.invoices.items(invoice),
}

const PLAIN_FIELDS = [
  'currency',
  'dueDate',
  'lastViewedAt',
  'status',
] as const satisfies readonly (keyof BriefInvoice)[]
const BRIEF_FIELDS: ReadonlySet<string> = new Set([...Object.keys(briefResolvers), ...PLAIN_FIELDS])

/** Returns the extent to which a document selects fields of an invoice. */
export function invoiceExtent(info: GraphQLResolveInfo): Extent {
  return selectsOnly(info, BRIEF_FIELDS) ? 'brief' : 'whole'
}

/** Returns the extent of a list of invoices. Brief invoices are read together with the requested items and customers. */
function listedInvoiceExtent(info: GraphQLResolveInfo): ListExtent {
  if (!selectsOnly(info, BRIEF_FIELDS, NODES)) return 'whole'
  const isWholeCustomer = customerExtent(info, [...NODES, 'customer']) === 'whole'
  const own = askedNames(info, NODES).filter((name) => name !== 'customer' || !isWholeCustomer)
  const ofItems = askedNames(info, [...NODES, 'items']).map((name) => `items.${name}`)
  return { briefFields: [...own, ...ofItems] }
}

const NODES = ['edges', 'node']

const invoiceResolvers = {
  Business: {
    invoice: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.invoices, { kind: 'Invoice', noun: 'Invoice', uuid, id }),
    invoices: ({ uuid }, args, context, info) =>
      listInBusiness(context, context.invoices, {
        kind: 'Invoice',
        uuid,
        args,
        filter: readDocumentFilter(
          uuid,
          {
            ...args,
            dayStart: args.invoiceDateStart,
            dayEnd: args.invoiceDateEnd,
            number: args.invoiceNumber,
          },
          args.sort,
        ),
        extent: listedInvoiceExtent(info),
      }),
  },
  Customer: {
    outstandingAmount: async (customer, _args, context) =>
      (await context.invoices.owedBy(customer)).outstanding,
    overdueAmount: async (customer, _args, context) => (await context.invoices.owedBy(customer)).overdue,
  },
  Invoice: {
    ...briefResolvers,
    ...wholeDocument('Invoice'),
    source: ({ businessId, sourceEstimateId }) =>
      sourceEstimateId === null
        ? null
        : { __typename: 'NewEstimate' as const, businessId, id: sourceEstimateId },
  },
  InvoiceItem: {
    ...documentItem('InvoiceItem'),
    price: ({ unitPrice }) => shortestText(unitPrice),
    taxes: (item, _args, context) => context.invoices.itemTaxes(item),
  },
  InvoiceItemTax: {
    ...documentItemTax,
    rate: ({ rate }) => shortestText(rate),
  },
  NewEstimate: {
    business: businessOf,
    id: (estimate) => rowWireIdOf('Estimate', estimate),
  },
} satisfies InvoicesResolvers<Needs>

/** The invoices of a business. */
export const invoiceNoun = {
  sdl: new URL('invoices.graphql', import.meta.url),
  resolvers: invoiceResolvers,
  commands: invoiceCommands,
  createReaders: createInvoiceReaders,
} satisfies Noun
