import { knownCurrency } from '@counterfoil/money/currencies'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import type { ContactFilter } from '#books/contacts/contact.ts'
import { contactAddresses } from '#books/contacts/contact-rules.ts'
import { contactTable, createContactStore } from '#books/contacts/contact-store.ts'
import { businessOf, findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { createRowReader, type RowReader } from '#books/row-reader.ts'
import type { Noun } from '#caller/noun.ts'
import type { Vendor } from './vendor.ts'
import type { VendorsResolvers } from './vendors-schema.ts'

type VendorReader = RowReader<'Vendor', Vendor, ContactFilter>

export const VENDORS = contactTable<'Vendor'>('vendors')

const vendorResolvers = {
  Business: {
    vendor: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.vendors, { kind: 'Vendor', noun: 'Vendor', uuid, id }),
    vendors: ({ uuid }, args, context) =>
      listInBusiness(context, context.vendors, {
        kind: 'Vendor',
        uuid,
        args,
        filter: {
          email: args.email ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sort: ['NAME_ASC'],
        },
      }),
  },
  Vendor: {
    ...contactAddresses,
    business: businessOf,
    currency: ({ currencyCode }) => (currencyCode === null ? null : knownCurrency(currencyCode)),
    id: (vendor) => rowWireIdOf('Vendor', vendor),
  },
} satisfies VendorsResolvers<{ readonly businesses: BusinessReader; readonly vendors: VendorReader }>

/** The vendors that a business buys from. */
export const vendorNoun = {
  sdl: new URL('vendors.graphql', import.meta.url),
  resolvers: vendorResolvers,
  commands: {},
  createReaders: (db) => {
    const store = createContactStore(db, VENDORS)
    return () => ({ vendors: createRowReader(store) })
  },
} satisfies Noun
