import type { GraphQLResolveInfo } from 'graphql'
import { selectsOnly } from '#caller/selected-fields.ts'
import { viewerOf, type HasViewer } from '#caller/viewer.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import { rowWireIdOf } from '#books/book-ids.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import type { BriefContact } from '#books/contacts/contact.ts'
import type { Extent } from '#books/row-reader.ts'

type BriefCustomer = BriefContact<'Customer'>
type Needs = HasViewer & { readonly businesses: BusinessReader }

/** Fields of a customer that a brief one answers. */
export const briefCustomerResolvers = {
  business: ({ businessId }: BriefCustomer, _args: unknown, context: Needs) =>
    readReachedBusiness(context.businesses, viewerOf(context), businessId),
  currency: ({ currencyCode }: BriefCustomer) => (currencyCode === null ? null : knownCurrency(currencyCode)),
  id: (customer: BriefCustomer) => rowWireIdOf('Customer', customer),
  internalId: () => null,
}

const PLAIN_FIELDS = ['name'] as const satisfies readonly (keyof BriefCustomer)[]
const BRIEF_FIELDS: ReadonlySet<string> = new Set([...Object.keys(briefCustomerResolvers), ...PLAIN_FIELDS])

/** Returns how much of its customers a document selects at a path below a field. */
export function customerExtent(info: GraphQLResolveInfo, path: readonly string[] = []): Extent {
  return selectsOnly(info, BRIEF_FIELDS, path) ? 'brief' : 'whole'
}
