import type { Decimal } from '@counterfoil/money/decimal'
import { SCALES } from '@counterfoil/money/document-totals'
import type { FieldReader } from '#books/input-faults.ts'
import { readExchangeRate, readFactor, readNumber, readPercentage } from './amounts.ts'
import { MAX_NUMBER_CHARACTERS } from './document-number.ts'
import {
  FLAGS,
  TITLES,
  type DocumentFlags,
  type DocumentKind,
  type DocumentTexts,
  type DocumentWording,
} from './document.ts'

const MAX_TITLE_CHARACTERS = 100
const MAX_SUBHEAD_CHARACTERS = 300
const MAX_NOTE_CHARACTERS = 5000
const MAX_NAME_CHARACTERS = 300
const MAX_DESCRIPTION_CHARACTERS = 2000
/** The maximum number of lines. Writing more would hold the lock of the books for too long. */
const MAX_ITEMS = 1000
const MAX_TAXES = 10

/** The parsed input of a document. Undefined fields were omitted, or were null where the field cannot be cleared. */
export type DocumentRequest = {
  readonly texts: Partial<DocumentTexts>
  readonly flags: Partial<DocumentFlags>
  readonly customerSent?: string | undefined
  readonly currencyCode?: string | undefined
  readonly rate?: Decimal | undefined
  readonly number?: string | undefined
  /** The day as `yyyy-MM-dd`. */
  readonly day?: string | undefined
  readonly dueDate?: string | undefined
  /** Null removes the discount. */
  readonly discount?: DiscountRequest | null | undefined
  readonly items?: readonly ItemRequest[] | undefined
}

/** A request that changes nothing. */
export const UNCHANGED: DocumentRequest = { texts: {}, flags: {} }

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

/** The fields that the inputs of estimates and invoices share. */
type DocumentInput = { readonly [Name in keyof DocumentWording]?: DocumentWording[Name] | null } & {
  readonly customerId?: string | null
  readonly currency?: string | null
  readonly exchangeRate?: string | null
  readonly dueDate?: string | null
  readonly discounts?: readonly DiscountInput[] | null
  readonly items?: readonly ItemInput[] | null
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

/** Parses the input of a new or changed document. `own` has the two values whose field names begin with the noun. */
export function readDocumentRequest(
  fields: FieldReader,
  input: DocumentInput,
  own: {
    readonly noun: DocumentKind
    readonly number: string | null | undefined
    readonly day: string | null | undefined
  },
): DocumentRequest {
  return {
    texts: readTexts(fields, input),
    flags: withoutUndefined(Object.fromEntries(FLAGS.map((flag) => [flag, input[flag] ?? undefined]))),
    customerSent: input.customerId ?? undefined,
    currencyCode: input.currency ?? undefined,
    rate: readNumber(fields, 'exchangeRate', readExchangeRate, input.exchangeRate),
    number: fields.line(`${own.noun}Number` as const, own.number, MAX_NUMBER_CHARACTERS) ?? undefined,
    day: fields.day(`${own.noun}Date` as const, own.day),
    dueDate: fields.day('dueDate', input.dueDate),
    discount: readDiscounts(fields, input.discounts),
    items: readItems(fields, input.items),
  }
}

/** Parses the texts of an input, without omitted ones. A title cannot be cleared. */
function readTexts(fields: FieldReader, input: DocumentInput): Partial<DocumentTexts> {
  const titles = TITLES.map((name) => [
    name,
    fields.text(name, input[name], MAX_TITLE_CHARACTERS) ?? undefined,
  ])
  return withoutUndefined({
    ...Object.fromEntries(titles),
    subhead: fields.text('subhead', input.subhead, MAX_SUBHEAD_CHARACTERS),
    memo: fields.text('memo', input.memo, MAX_NOTE_CHARACTERS),
    footer: fields.text('footer', input.footer, MAX_NOTE_CHARACTERS),
    poNumber: fields.line('poNumber', input.poNumber, MAX_TITLE_CHARACTERS),
  })
}

function withoutUndefined<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/** Parses the list of discounts. Undefined leaves the discount unchanged; null and an empty list remove it. */
function readDiscounts(
  fields: FieldReader,
  discounts: DocumentInput['discounts'],
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
  const percentage = readNumber(fields, 'percentage', readPercentage, sent)
  return percentage === undefined ? null : { name, reduction: { kind: 'PERCENTAGE', percentage } }
}

/** Parses the list of items. Undefined leaves the items unchanged; null and an empty list remove them. */
function readItems(fields: FieldReader, items: DocumentInput['items']): readonly ItemRequest[] | undefined {
  if (items === undefined) return undefined
  if (items !== null && items.length > MAX_ITEMS) {
    fields.refuse('items', 'TOO_LONG', `items has more than ${MAX_ITEMS} lines.`)
    return []
  }
  return (items ?? []).map((item, index) => readItem(fields.within('items').within(index), item))
}

function readItem(fields: FieldReader, item: ItemInput): ItemRequest {
  const factor = (name: 'quantity' | 'unitPrice') => {
    const sent = item[name] ?? undefined
    if (sent === undefined) return undefined
    return readNumber(fields, name, (text) => readFactor(text, SCALES[name]), sent) ?? NONE
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
