import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import type { InputError } from '#forms/input-faults.ts'
import type { ReadForm } from '#forms/use-sending.ts'
import type { InvoiceToEditQuery } from '#gql/operations.ts'

export type InvoiceToEdit = NonNullable<NonNullable<InvoiceToEditQuery['business']>['invoice']>
type Values = Readonly<Record<string, string>>

/** Taxes of a line as one text of a form: blank is "as the product has them". */
export const NO_TAXES = 'none'

/** What the form of an invoice begins with. */
export function invoiceValues(invoice: InvoiceToEdit, language: 'en' | 'fr'): Values {
  const [discount] = invoice.discounts ?? []
  const amount = discount !== undefined && 'amount' in discount ? discount.amount : undefined
  const percentage = discount !== undefined && 'percentage' in discount ? discount.percentage : undefined
  const lines = (invoice.items ?? []).flatMap((item, index) => [
    [`items.${index}.productId`, item.product.id],
    [`items.${index}.description`, item.description ?? ''],
    [`items.${index}.quantity`, writeDecimal(item.quantity, language)],
    [`items.${index}.unitPrice`, writeDecimal(item.unitPrice, language)],
    [`items.${index}.taxes`, taxesText(item.taxes ?? [])],
  ])
  const values = Object.fromEntries([
    ['customerId', invoice.customer.id],
    ['invoiceNumber', invoice.invoiceNumber],
    ['invoiceDate', invoice.invoiceDate],
    ['dueDate', invoice.dueDate],
    ['memo', invoice.memo ?? ''],
    ['discountKind', amount == null ? (percentage == null ? '' : 'PERCENTAGE') : 'FIXED'],
    ['discount', writeDecimal(amount ?? percentage ?? '', language)],
    ...lines,
  ]) as Values
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}

function taxesText(
  taxes: readonly { readonly salesTax?: { readonly id: string } | null | undefined }[],
): string {
  return taxes.flatMap(({ salesTax }) => salesTax?.id ?? []).join(',') || NO_TAXES
}

/** How many lines these values have; a form has one at least. */
export function countLines(values: Values): number {
  const indexes = Object.keys(values).flatMap((name) => /^items\.(\d+)\./.exec(name)?.[1] ?? [])
  return Math.max(1, ...indexes.map((index) => Number(index) + 1))
}

/**
 * What is sent for an invoice, or which numbers are none. A new one leaves out what is blank, so that the provider fills it in; one
 * that is changed says all that the form shows.
 */
export function readInvoice(
  values: Values,
  about: {
    readonly id: string | null
    readonly businessId: BusinessWireId | null
    readonly language: 'en' | 'fr'
  },
): ReadForm {
  const errors: InputError[] = []
  const number = (name: string): string | undefined => {
    const read = readDecimal(values[name] ?? '', about.language)
    if (read.kind === 'unclear') errors.push({ path: name.split('.'), code: 'NUMBER' })
    return read.kind === 'number' ? read.text : undefined
  }
  const text = (name: string) => (values[name] ?? '').trim()
  const items = Array.from({ length: countLines(values) }, (_, index) => {
    const line = (name: string) => `items.${index}.${name}`
    if (text(line('productId')) === '') errors.push({ path: line('productId').split('.'), code: 'REQUIRED' })
    const taxes = text(line('taxes'))
    return stated({
      productId: text(line('productId')),
      description: text(line('description')) || undefined,
      quantity: number(line('quantity')),
      unitPrice: number(line('unitPrice')),
      taxes:
        taxes === ''
          ? undefined
          : taxes === NO_TAXES
            ? []
            : taxes.split(',').map((salesTaxId) => ({ salesTaxId })),
    })
  })
  const kind = text('discountKind')
  const discount = kind === '' ? undefined : number('discount')
  if (kind !== '' && text('discount') === '') errors.push({ path: ['discount'], code: 'REQUIRED' })
  if (text('customerId') === '') errors.push({ path: ['customerId'], code: 'REQUIRED' })
  if (errors.length > 0) return { kind: 'wrong', errors }

  const given = [
    { discountType: kind, ...(kind === 'FIXED' ? { amount: discount } : { percentage: discount }) },
  ]
  const isNew = about.id === null
  return {
    kind: 'input',
    input: stated({
      ...(isNew ? { businessId: about.businessId } : { id: about.id }),
      customerId: text('customerId'),
      invoiceNumber: text('invoiceNumber') || undefined,
      invoiceDate: text('invoiceDate') || undefined,
      dueDate: text('dueDate') || undefined,
      memo: text('memo') || (isNew ? undefined : null),
      items,
      discounts: kind === '' ? (isNew ? undefined : []) : given,
    }),
  }
}

function stated(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/**
 * The lines together, before taxes and discount, exact and rounded to cents; undefined while a number is missing.
 * @param prices Of products, for lines that say none.
 */
export function sumLines(
  values: Values,
  prices: ReadonlyMap<string, string>,
  language: 'en' | 'fr',
): string | undefined {
  let sum = 0n
  for (let index = 0; index < countLines(values); index += 1) {
    const typed = (name: string) => readDecimal(values[`items.${index}.${name}`] ?? '', language)
    const [quantity, price] = [typed('quantity'), typed('unitPrice')]
    const known = prices.get(values[`items.${index}.productId`] ?? '')
    if (quantity.kind === 'unclear' || price.kind === 'unclear') return undefined
    const one = price.kind === 'number' ? price.text : known
    if (one === undefined) return undefined
    sum += scaled(quantity.kind === 'number' ? quantity.text : '1') * scaled(one)
  }
  const cents = (sum < 0n ? sum - HALF_CENT : sum + HALF_CENT) / CENT
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Quantities and prices have at most eight digits after the point: two of them multiplied have sixteen. */
const DIGITS = 8
const CENT = 10n ** 14n
const HALF_CENT = CENT / 2n

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}`)
}
