import { viewerOf } from '#caller/viewer.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { findInBusiness, listInBusiness } from '#books/row-fields.ts'
import { rateOn, type SalesTaxReader } from './sales-tax.ts'
import type { SalesTaxesResolvers } from './sales-taxes-schema.ts'

export const salesTaxResolvers = {
  Business: {
    salesTax: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.salesTaxes, {
        kind: 'SalesTax',
        noun: 'Sales tax',
        businessId: uuid,
        id,
      }),
    salesTaxes: ({ uuid }, args, context) =>
      listInBusiness(context, context.salesTaxes, {
        kind: 'SalesTax',
        businessId: uuid,
        args,
        filter: {
          isArchived: args.isArchived,
          modifiedAtAfter: args.modifiedAtAfter ?? null,
          modifiedAtBefore: args.modifiedAtBefore ?? null,
        },
      }),
  },
  SalesTaxConnection: {
    pageInfo: ({ request }, _args, context) => context.salesTaxes.count(request),
  },
  SalesTax: {
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    id: (salesTax) => rowWireIdOf('SalesTax', salesTax),
    internalId: () => null,
    rate: (salesTax, { for: day }, context) =>
      rateOn(salesTax.rates, day ?? context.salesTaxes.todayOf(salesTax)),
  },
} satisfies SalesTaxesResolvers<{
  readonly businesses: BusinessReader
  readonly salesTaxes: SalesTaxReader
}>
