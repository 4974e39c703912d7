import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { AccountReader } from '#books/accounts/account.ts'
import { rowWireIdOf } from '#books/book-ids.ts'
import type { ProductReader } from '#books/products/product.ts'
import { readIdFilter } from '#books/row-fields.ts'
import type { SalesTaxReader } from '#books/sales-taxes/sales-tax.ts'
import { inCurrency, shortestText } from './amounts.ts'
import {
  documentPath,
  documentPdfPath,
  type AnyBriefDocument,
  type AnyDocument,
  type AnyItem,
  type DocumentFilter,
  type DocumentItem,
  type ItemTax,
  type KindOfRow,
} from './document.ts'

/** Resolves the amounts of an estimate or invoice. */
export const documentAmounts = {
  amountDue: (document: AnyBriefDocument) => inCurrency(document, document.totalMinor - document.paidMinor),
  amountPaid: (document: AnyBriefDocument) => inCurrency(document, document.paidMinor),
  discountTotal: (document: AnyBriefDocument) => inCurrency(document, document.discountMinor),
  subtotal: (document: AnyBriefDocument) => inCurrency(document, document.subtotalMinor),
  taxTotal: (document: AnyBriefDocument) => inCurrency(document, document.taxMinor),
  total: (document: AnyBriefDocument) => inCurrency(document, document.totalMinor),
}

/** The public address of the provider, without a trailing slash. */
type Address = { readonly publicUrl: () => string }

/** The readers that {@link documentItem} and {@link documentItemTax} need. */
export type ItemNeeds = {
  readonly accounts: AccountReader
  readonly products: ProductReader
  readonly salesTaxes: SalesTaxReader
}

/** Resolves the fields that estimates and invoices share, and that lists do not read. */
export function wholeDocument<Kind extends KindOfRow>(kind: Kind) {
  const noun = kind === 'Estimate' ? 'estimate' : 'invoice'
  return {
    discounts: (document: AnyDocument) => discountsOf(kind, document),
    exchangeRate: ({ rate }: AnyDocument) => shortestDecimal(rate),
    pdfUrl: (document: AnyDocument, _args: unknown, { publicUrl }: Address) =>
      publicUrl() + documentPdfPath(noun, document),
    viewUrl: (document: AnyDocument, _args: unknown, { publicUrl }: Address) =>
      publicUrl() + documentPath(noun, document),
  }
}

/** Resolves the fields of a line, without its taxes. */
export function documentItem<Kind extends 'EstimateItem' | 'InvoiceItem'>(kind: Kind) {
  return {
    account: ({ books, accountId }: AnyItem, _args: unknown, { accounts }: ItemNeeds) =>
      accounts.follow(books, accountId),
    id: (item: DocumentItem<Kind>) => rowWireIdOf(kind, item),
    product: ({ books, productId }: AnyItem, _args: unknown, { products }: ItemNeeds) =>
      products.follow(books, productId),
    quantity: ({ quantity }: AnyItem) => shortestText(quantity),
    subtotal: (item: AnyItem) => inCurrency(item, item.subtotalMinor),
    total: (item: AnyItem) => inCurrency(item, item.totalMinor),
    unitPrice: ({ unitPrice }: AnyItem) => shortestText(unitPrice),
  }
}

/** Resolves the fields of a tax on a line. */
export const documentItemTax = {
  amount: (tax: ItemTax) => inCurrency(tax, tax.amountMinor),
  salesTax: ({ books, salesTaxId }: ItemTax, _args: unknown, { salesTaxes }: ItemNeeds) =>
    salesTaxes.follow(books, salesTaxId),
}

/**
 * Returns the discounts of an estimate or invoice: one or none.
 *
 * @param kind Selects the schema's discount types, which differ for the two.
 */
function discountsOf<Kind extends KindOfRow>(
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

/** The arguments of a list of documents. Those whose names begin with the noun are named without it. */
type ListArgs<Status> = {
  readonly amountDue?: string | null
  readonly currency?: string | null
  readonly customerId?: string | null
  readonly dayStart: string | null | undefined
  readonly dayEnd: string | null | undefined
  readonly number: string | null | undefined
  readonly modifiedAtAfter?: Date | null
  readonly modifiedAtBefore?: Date | null
  readonly sourceId?: string | null
  readonly status?: Status | null
}

/** Returns the filter for the arguments of a list of a business. */
export function readDocumentFilter<Status>(
  businessId: BusinessId,
  args: ListArgs<Status>,
  sort: readonly string[],
): DocumentFilter<Status> {
  return {
    amountDue: args.amountDue ?? null,
    currencyCode: args.currency ?? null,
    customerId: readIdFilter('Customer', args.customerId, businessId),
    dayStart: args.dayStart ?? null,
    dayEnd: args.dayEnd ?? null,
    number: args.number ?? null,
    modifiedAtAfter: args.modifiedAtAfter ?? null,
    modifiedAtBefore: args.modifiedAtBefore ?? null,
    sourceId: readIdFilter('Estimate', args.sourceId, businessId),
    status: args.status ?? null,
    sort,
  }
}
