import type { GraphQLResolveInfo } from 'graphql'
import { selectsOnly } from '#caller/selected-fields.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { BriefContact } from '#books/contacts/contact.ts'
import { businessOf } from '#books/row-fields.ts'
import type { Extent } from '#books/row-reader.ts'

type BriefCustomer = BriefContact<'Customer'>

/** Resolves the fields of a brief customer. */
export const briefCustomerResolvers = {
  business: businessOf,
  currency: ({ currencyCode }: BriefCustomer) => (currencyCode === null ? null : knownCurrency(currencyCode)),
  id: (customer: BriefCustomer) => rowWireIdOf('Customer', customer),
  internalId: () => null,
}

const PLAIN_FIELDS = ['name'] as const satisfies readonly (keyof BriefCustomer)[]
const BRIEF_FIELDS: ReadonlySet<string> = new Set([...Object.keys(briefCustomerResolvers), ...PLAIN_FIELDS])

/** Returns the extent to which a document selects customers at a path below a field. */
export function customerExtent(info: GraphQLResolveInfo, path: readonly string[] = []): Extent {
  return selectsOnly(info, BRIEF_FIELDS, path) ? 'brief' : 'whole'
}
