import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import type { ProductReader } from '#books/products/product.ts'
import { inCurrency, shortestText } from './amounts.ts'
import type { AnyBriefDocument, AnyItem, AnyDocument } from './document.ts'

/** Resolves the amounts of an estimate or invoice. */
export const documentAmounts = {
  amountDue: (document: AnyBriefDocument) => inCurrency(document, document.totalMinor - document.paidMinor),
  amountPaid: (document: AnyBriefDocument) => inCurrency(document, document.paidMinor),
  discountTotal: (document: AnyBriefDocument) => inCurrency(document, document.discountMinor),
  subtotal: (document: AnyBriefDocument) => inCurrency(document, document.subtotalMinor),
  taxTotal: (document: AnyBriefDocument) => inCurrency(document, document.taxMinor),
  total: (document: AnyBriefDocument) => inCurrency(document, document.totalMinor),
}

type ItemNeeds = { readonly accounts: AccountReader; readonly products: ProductReader }

/** Resolves the fields of a line. */
export const documentItem = {
  account: ({ books, accountId }: AnyItem, _args: unknown, { accounts }: ItemNeeds) =>
    accounts.follow(books, accountId),
  product: ({ books, productId }: AnyItem, _args: unknown, { products }: ItemNeeds) =>
    products.follow(books, productId),
  quantity: ({ quantity }: AnyItem) => shortestText(quantity),
  subtotal: (item: AnyItem) => inCurrency(item, item.subtotalMinor),
  total: (item: AnyItem) => inCurrency(item, item.totalMinor),
  unitPrice: ({ unitPrice }: AnyItem) => shortestText(unitPrice),
}

/**
 * Returns the discounts of an estimate or invoice: one or none.
 *
 * @param kind Selects the schema's discount types, which differ for the two.
 */
export function discountsOf<Kind extends 'Estimate' | 'Invoice'>(
  kind: Kind,
  { discount, currency }: Pick<AnyDocument, 'discount' | 'currency'>,
) {
  if (discount === null) return []
  const { reduction, ...about } = discount
  if (reduction.kind === 'PERCENTAGE') {
    const percentage = shortestDecimal(reduction.percentage)
    return [{ __typename: `Percentage${kind}Discount` as const, ...about, percentage }]
  }
  const amount = formatAmount({ minorUnits: reduction.amountMinor, currency })
  return [{ __typename: `Fixed${kind}Discount` as const, ...about, amount }]
}
