import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import { knownDecimal } from './amounts.ts'
import type { ChargedTax, DraftParts } from './document-parts-store.ts'
import type { ItemRequest } from './document-request.ts'
import type { AnyItem, ItemTax } from './document.ts'

/** A tax on a line, at the rate in force on the day of the document. */
type DocumentLineTax = {
  readonly salesTaxId: RowId<'SalesTax'>
  readonly rate: Decimal
  readonly isCompound: boolean
}

/** A line of a document without its calculated amounts. */
export type DocumentLineContent = {
  readonly productId: RowId<'Product'>
  /** The income account that the line is posted to. */
  readonly accountId: RowId<'Account'>
  /** Replaces the name of the product on an estimate. */
  readonly name?: string | null | undefined
  readonly description: string | null
  readonly quantity: Decimal
  readonly unitPrice: Decimal
  readonly taxes: readonly DocumentLineTax[]
}

/** Returns the ids of the products of items, without ids that cannot be parsed. */
export function namedProductIds(
  items: readonly ItemRequest[],
  businessId: BusinessId,
): readonly RowId<'Product'>[] {
  const ids = items.map(({ productSent }) => parseRowId('Product', productSent, businessId))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Returns the ids of the taxes that items name, without ids that cannot be parsed. */
export function sentTaxIds(
  items: readonly ItemRequest[],
  businessId: BusinessId,
): readonly RowId<'SalesTax'>[] {
  const sent = items.flatMap(({ taxesSent = [] }) => taxesSent)
  const ids = sent.map((id) => parseRowId('SalesTax', id, businessId))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** The products and taxes of the lines of an input. */
export type LineParts = Pick<DraftParts, 'products' | 'taxes'> & { readonly businessId: BusinessId }

/** Builds the lines of items. Adds faults for products and taxes that are unknown or archived. */
export function resolveLines(
  fields: FieldReader,
  items: readonly ItemRequest[],
  parts: LineParts,
): readonly DocumentLineContent[] {
  return items.flatMap((item, index) => {
    const line = resolveLine(fields.within('items').within(index), item, parts)
    return line === undefined ? [] : [line]
  })
}

function resolveLine(
  fields: FieldReader,
  item: ItemRequest,
  { products, taxes, businessId }: LineParts,
): DocumentLineContent | undefined {
  const product = products.get(parseRowId('Product', item.productSent, businessId) ?? '')
  if (product === undefined) {
    fields.refuse('productId', 'NOT_FOUND', notFoundMessage('Product', item.productSent))
    return undefined
  }
  if (product.isArchived || product.isAccountArchived) {
    const what = product.isArchived ? 'The product' : 'The income account of the product'
    fields.refuse('productId', 'ARCHIVED', `${what} is archived.`)
  }
  if (product.incomeAccountId === null) {
    fields.refuse('productId', 'INVALID', 'The product is not sold: it has no income account.')
    return undefined
  }
  // An archived tax of the product is omitted. It is not a fault, because the input did not name it.
  const ownTaxes = product.salesTaxIds.flatMap((id) => taxes.get(id) ?? []).filter((tax) => !tax.isArchived)
  const charged =
    item.taxesSent === undefined ? ownTaxes : sentTaxes(fields, item.taxesSent, { taxes, businessId })
  return {
    productId: product.id,
    accountId: product.incomeAccountId,
    name: item.name,
    description: item.description === undefined ? product.description : item.description,
    quantity: item.quantity,
    unitPrice: item.unitPrice ?? product.unitPrice,
    taxes: charged.map(({ id, rate, isCompound }) => ({ salesTaxId: id, rate, isCompound })),
  }
}

function sentTaxes(
  fields: FieldReader,
  sent: readonly string[],
  { taxes, businessId }: Pick<LineParts, 'businessId' | 'taxes'>,
): readonly ChargedTax[] {
  const seen = new Set<string>()
  return sent.flatMap((text, position) => {
    const place = fields.within('taxes').within(position)
    const tax = taxes.get(parseRowId('SalesTax', text, businessId) ?? '')
    if (tax === undefined) {
      place.refuse('salesTaxId', 'NOT_FOUND', notFoundMessage('Sales tax', text))
      return []
    }
    if (tax.isArchived) place.refuse('salesTaxId', 'ARCHIVED', 'The tax is archived.')
    if (seen.has(tax.id)) place.refuse('salesTaxId', 'NOT_UNIQUE', 'A line has each tax once.')
    seen.add(tax.id)
    return [tax]
  })
}

/** Returns a stored line with its taxes, unchanged. */
export function lineAsWritten(
  line: Pick<AnyItem, 'accountId' | 'description' | 'productId' | 'quantity' | 'unitPrice'> & {
    readonly name?: string | null
  },
  taxes: readonly Pick<ItemTax, 'isCompound' | 'rate' | 'salesTaxId'>[] = [],
): DocumentLineContent {
  const { productId, accountId, name, description } = line
  return {
    ...{ productId, accountId, name, description },
    quantity: knownDecimal(line.quantity),
    unitPrice: knownDecimal(line.unitPrice),
    taxes: taxes.map(({ salesTaxId, isCompound, rate }) => ({
      ...{ salesTaxId, isCompound },
      rate: knownDecimal(rate),
    })),
  }
}

/** Returns the lines with the tax rates of another day; a tax without such a rate stays unchanged. */
export function rateLines(
  lines: readonly DocumentLineContent[],
  taxes: DraftParts['taxes'],
): readonly DocumentLineContent[] {
  return lines.map((line) => ({
    ...line,
    taxes: line.taxes.map((tax) => ({ ...tax, rate: taxes.get(tax.salesTaxId)?.rate ?? tax.rate })),
  }))
}
