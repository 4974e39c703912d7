import { knownCurrency } from '@counterfoil/money/currencies'
import { viewerOf } from '#caller/viewer.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { addressOf } from '#books/business/postal-address.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { shippingDetailsOf } from '#books/contacts/contact-rules.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import type { VendorReader } from './vendor.ts'
import type { VendorsResolvers } from './vendors-schema.ts'

export const vendorResolvers = {
  Business: {
    vendor: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.vendors, { kind: 'Vendor', noun: 'Vendor', businessId: uuid, id }),
    vendors: ({ uuid }, args, context) =>
      listInBusiness(context, context.vendors, {
        kind: 'Vendor',
        businessId: uuid,
        args,
        filter: {
          email: args.email ?? null,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
          sort: ['NAME_ASC'],
        },
      }),
  },
  VendorConnection: {
    pageInfo: ({ request }, _args, context) => context.vendors.count(request),
  },
  Vendor: {
    address: ({ address }) => addressOf(address),
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    currency: ({ currencyCode }) => (currencyCode === null ? null : knownCurrency(currencyCode)),
    id: (vendor) => rowWireIdOf('Vendor', vendor),
    shippingDetails: ({ shipping }) => shippingDetailsOf(shipping),
  },
} satisfies VendorsResolvers<{ readonly businesses: BusinessReader; readonly vendors: VendorReader }>
