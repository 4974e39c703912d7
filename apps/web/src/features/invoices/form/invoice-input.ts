import type { Locale } from '@counterfoil/bff-api/session'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { addDays, daysBetween } from '#figures/day.ts'
import { nameField, priceField } from '#forms/choices/choices.ts'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import type { InputError, ReadForm, Values } from '#forms/input-faults.ts'
import type { ToEdit } from '#forms/use-reading.ts'
import { offeredTerms, termsOf } from './invoice-terms.ts'

export type InvoiceToEdit = ToEdit['invoice']
export type EstimateToEdit = ToEdit['estimate']

/** The values of a line's tax field; blank uses the taxes of the product. Each tax of `THESE_TAXES` has a checkbox of its own. */
export const NO_TAXES = 'none'
export const THESE_TAXES = 'these'
/** Returns the name of a tax checkbox of a line. @param about `beside`: the name of the line's tax field. */
export const taxField = (about: { readonly beside: string; readonly id: string }) =>
  `${about.beside}.${about.id}`

export type DocumentKind = 'invoice' | 'estimate'
/** The names of the date and number fields of each form. They match the provider's input, so that errors can be placed at them. */
export const OWN_FIELDS = {
  invoice: { date: 'invoiceDate', number: 'invoiceNumber' },
  estimate: { date: 'estimateDate', number: 'estimateNumber' },
} as const

export function documentValues(invoice: InvoiceToEdit | EstimateToEdit, language: Locale): Values {
  const isEstimate = 'estimateDate' in invoice
  const fields = OWN_FIELDS[isEstimate ? 'estimate' : 'invoice']
  const date = isEstimate ? invoice.estimateDate : invoice.invoiceDate
  const [discount] = invoice.discounts ?? []
  const amount = discount !== undefined && 'amount' in discount ? discount.amount : undefined
  const percentage = discount !== undefined && 'percentage' in discount ? discount.percentage : undefined
  const lines = (invoice.items ?? []).flatMap((item, index) => [
    [`items.${index}.productId`, item.product.id],
    [nameField(`items.${index}.productId`), item.product.name],
    [`items.${index}.description`, item.description ?? ''],
    [`items.${index}.quantity`, writeDecimal(item.quantity, language)],
    [`items.${index}.unitPrice`, writeDecimal(item.unitPrice, language)],
    [`items.${index}.taxes`, taxIds(item).length > 0 ? THESE_TAXES : NO_TAXES],
    ...taxIds(item).map((id) => [taxField({ beside: `items.${index}.taxes`, id }), 'on']),
  ])
  const values = Object.fromEntries([
    ['customerId', invoice.customer.id],
    [nameField('customerId'), invoice.customer.name],
    [fields.number, isEstimate ? invoice.estimateNumber : invoice.invoiceNumber],
    [fields.date, date],
    ['dueDate', invoice.dueDate],
    ['memo', invoice.memo ?? ''],
    ['terms', termsOf({ invoiceDate: date, dueDate: invoice.dueDate }, offeredTerms(0))],
    ['discountKind', amount == null ? (percentage == null ? '' : 'PERCENTAGE') : 'FIXED'],
    ['discount', writeDecimal(amount ?? percentage ?? '', language)],
    ...lines,
  ]) as Values
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}

/** Returns the initial values of a copied invoice: dated today, without a number, and with the same payment terms. */
export function copyValues(
  invoice: InvoiceToEdit,
  about: { readonly language: Locale; readonly today: string },
): Values {
  const { invoiceNumber: _, ...values } = documentValues(invoice, about.language)
  const days = Math.max(0, daysBetween({ from: invoice.invoiceDate, to: invoice.dueDate }))
  return { ...values, invoiceDate: about.today, dueDate: addDays(about.today, days) }
}

type Item = NonNullable<(InvoiceToEdit | EstimateToEdit)['items']>[number]

function taxIds({ taxes }: Pick<Item, 'taxes'>): readonly string[] {
  return (taxes ?? []).map(({ salesTax }) => salesTax.id)
}

/** Returns the fields that the provider requires in every change of an estimate, even if they are unchanged. */
export function repeatedOf(document: InvoiceToEdit | EstimateToEdit | undefined) {
  if (document === undefined || !('estimateDate' in document)) return undefined
  const { status, title, exchangeRate, currency } = document
  return { status, title, exchangeRate, currency: currency.code }
}

/** Returns the number of lines in these values; at least 1. */
export function countLines(values: Values): number {
  const indexes = Object.keys(values).flatMap((name) => /^items\.(\d+)\./.exec(name)?.[1] ?? [])
  return Math.max(1, ...indexes.map((index) => Number(index) + 1))
}

/**
 * Returns the input of an invoice or estimate, or the errors of its fields. A new document omits blank fields, so that the provider
 * fills them in; a changed one includes every field of the form.
 */
export function readInvoice(
  values: Values,
  about: {
    readonly kind?: DocumentKind
    readonly id: string | null
    readonly businessId: BusinessWireId | null
    readonly language: Locale
    /** The required unchanged fields of an existing estimate, see {@link repeatedOf}. */
    readonly repeated?: Readonly<Record<string, string>> | undefined
  },
): ReadForm {
  const { errors, text, number, chosen, taxes } = createFieldReader(values, about.language)
  const { kind: document = 'invoice' } = about
  const fields = OWN_FIELDS[document]
  // The provider does not fill in the price of an estimate's line.
  const ownPrice = (line: (name: string) => string) => {
    if (document === 'invoice' || text(line('unitPrice')) !== '') return undefined
    const price = text(priceField(line('productId')))
    if (price === '') errors.push({ path: line('unitPrice').split('.'), code: 'REQUIRED' })
    return price
  }
  const customerId = chosen('customerId')
  const items = Array.from({ length: countLines(values) }, (_, index) => {
    const line = (name: string) => `items.${index}.${name}`
    return stated({
      productId: chosen(line('productId')),
      description: text(line('description')) || undefined,
      quantity: number(line('quantity')),
      unitPrice: number(line('unitPrice')) ?? ownPrice(line),
      taxes: taxes(line('taxes')),
    })
  })
  const kind = text('discountKind')
  const discount = kind === '' ? undefined : number('discount')
  const missing =
    about.repeated === undefined ? [] : [fields.date, 'dueDate'].filter((day) => text(day) === '')
  errors.push(...missing.map((day) => ({ path: [day], code: 'REQUIRED' as const })))
  if (kind !== '' && text('discount') === '') errors.push({ path: ['discount'], code: 'REQUIRED' })
  if (errors.length > 0) return { kind: 'wrong', errors }

  const given = [
    { discountType: kind, ...(kind === 'FIXED' ? { amount: discount } : { percentage: discount }) },
  ]
  const isNew = about.id === null
  return {
    kind: 'input',
    input: stated({
      ...(isNew ? { businessId: about.businessId } : { id: about.id }),
      ...about.repeated,
      customerId,
      [fields.number]: text(fields.number) || undefined,
      [fields.date]: text(fields.date) || undefined,
      dueDate: text('dueDate') || undefined,
      memo: text('memo') || (isNew ? undefined : null),
      items,
      discounts: kind === '' ? (isNew ? undefined : []) : given,
    }),
  }
}

/** Returns functions that read fields of these values and collect their errors. */
function createFieldReader(values: Values, language: Locale) {
  const errors: InputError[] = []
  const number = (name: string): string | undefined => {
    const read = readDecimal(values[name] ?? '', language)
    if (read.kind === 'unclear') errors.push({ path: name.split('.'), code: 'NUMBER' })
    return read.kind === 'number' ? read.text : undefined
  }
  const text = (name: string) => (values[name] ?? '').trim()
  const chosen = (name: string) => {
    const isTyped = text(nameField(name)) !== ''
    if (text(name) === '') errors.push({ path: name.split('.'), code: isTyped ? 'NOT_CHOSEN' : 'REQUIRED' })
    return text(name)
  }
  const taxes = (name: string) => {
    if (text(name) === '') return undefined
    if (text(name) === NO_TAXES) return []
    const [start, ids] = [taxField({ beside: name, id: '' }), Object.keys(values)]
    const ticked = ids.filter((each) => each.startsWith(start) && values[each] === 'on')
    if (ticked.length === 0) errors.push({ path: name.split('.'), code: 'REQUIRED' })
    return ticked.map((each) => ({ salesTaxId: each.slice(start.length) }))
  }
  return { errors, text, number, chosen, taxes }
}

function stated(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
