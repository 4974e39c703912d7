import type { Decimal } from '@counterfoil/money/decimal'
import { SCALES } from '@counterfoil/money/document-totals'
import type { FieldReader } from '#books/input-faults.ts'
import { readFactor, readPercentage, type DecimalReading } from './amounts.ts'

const MAX_NAME_CHARACTERS = 300
const MAX_DESCRIPTION_CHARACTERS = 2000
/** The maximum number of lines. Writing more would hold the lock of the books for too long. */
const MAX_ITEMS = 1000
const MAX_TAXES = 10

/** A parsed discount. Its amount is in units of the document's currency, which is not known yet. */
export type DiscountRequest = {
  readonly name: string | null
  readonly reduction:
    | { readonly kind: 'FIXED'; readonly amount: string }
    | { readonly kind: 'PERCENTAGE'; readonly percentage: Decimal }
}

/** A parsed line; its ids are not looked up yet. Undefined fields take the values of the product. */
export type ItemRequest = {
  readonly productSent: string
  /** Replaces the name of the product on an estimate. */
  readonly name?: string | null
  readonly description: string | null | undefined
  readonly quantity: Decimal
  readonly unitPrice: Decimal | undefined
  readonly taxesSent: readonly string[] | undefined
}

type DiscountInput = {
  readonly amount?: string | null
  readonly discountType: 'FIXED' | 'PERCENTAGE'
  readonly name?: string | null
  readonly percentage?: string | null
}

type ItemInput = {
  readonly description?: string | null
  readonly name?: string | null
  readonly productId: string
  readonly quantity?: string | null
  readonly taxes?: readonly { readonly salesTaxId: string }[] | null
  readonly unitPrice?: string | null
}

const NONE: Decimal = { units: 0n, scale: SCALES.quantity }
const ONE: Decimal = { units: 10n ** BigInt(SCALES.quantity), scale: SCALES.quantity }

/** Parses the list of discounts. Undefined leaves the discount unchanged; null and an empty list remove it. */
export function readDiscounts(
  fields: FieldReader,
  discounts: readonly DiscountInput[] | null | undefined,
): DiscountRequest | null | undefined {
  if (discounts === undefined) return undefined
  const [first, second] = discounts ?? []
  if (second !== undefined) fields.refuse('discounts', 'INVALID', 'There is at most one discount.')
  return first === undefined ? null : readDiscount(fields.within('discounts').within(0), first)
}

function readDiscount(fields: FieldReader, input: DiscountInput): DiscountRequest | null {
  const name = fields.line('name', input.name, MAX_NAME_CHARACTERS) ?? null
  if (input.discountType === 'FIXED') {
    const amount = fields.some('amount', input.amount ?? null)
    return amount === undefined ? null : { name, reduction: { kind: 'FIXED', amount } }
  }
  const sent = fields.some('percentage', input.percentage ?? null)
  const percentage = sent === undefined ? undefined : readNumber(fields, 'percentage', readPercentage(sent))
  return percentage === undefined ? null : { name, reduction: { kind: 'PERCENTAGE', percentage } }
}

/** Parses the list of items. Undefined leaves the items unchanged; null and an empty list remove them. */
export function readItems(
  fields: FieldReader,
  items: readonly ItemInput[] | null | undefined,
): readonly ItemRequest[] | undefined {
  if (items === undefined) return undefined
  if (items !== null && items.length > MAX_ITEMS) {
    fields.refuse('items', 'TOO_LONG', `items has more than ${MAX_ITEMS} lines.`)
    return []
  }
  return (items ?? []).map((item, index) => readItem(fields.within('items').within(index), item))
}

function readItem(fields: FieldReader, item: ItemInput): ItemRequest {
  const factor = (name: 'quantity' | 'unitPrice') => {
    const sent = item[name]
    if (sent === undefined || sent === null) return undefined
    return readNumber(fields, name, readFactor(sent, SCALES[name])) ?? NONE
  }
  return {
    productSent: item.productId,
    description: fields.text('description', item.description, MAX_DESCRIPTION_CHARACTERS),
    quantity: factor('quantity') ?? ONE,
    unitPrice: factor('unitPrice'),
    taxesSent: readTaxes(fields, item.taxes),
    name: fields.line('name', item.name, MAX_NAME_CHARACTERS) ?? null,
  }
}

function readTaxes(fields: FieldReader, taxes: ItemInput['taxes']): readonly string[] | undefined {
  if (taxes === undefined || taxes === null) return undefined
  if (taxes.length > MAX_TAXES) fields.refuse('taxes', 'TOO_LONG', `taxes has more than ${MAX_TAXES} taxes.`)
  return taxes.slice(0, MAX_TAXES).map(({ salesTaxId }) => salesTaxId)
}

/** Returns the parsed number, or adds its fault and returns undefined. */
export function readNumber(fields: FieldReader, name: string, reading: DecimalReading): Decimal | undefined {
  if (typeof reading !== 'string') return reading
  const wrong = reading === 'INVALID' ? 'is not a decimal number' : 'is out of range'
  fields.refuse(name, reading, `${name} ${wrong}.`)
  return undefined
}
