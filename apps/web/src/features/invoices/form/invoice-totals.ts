import type { Locale } from '@counterfoil/bff-api/session'
import {
  compareDecimals,
  formatDecimal,
  parseDecimal,
  roundDecimal,
  type Decimal,
} from '@counterfoil/money/decimal'
import { calculateTotals, SCALES, type DocumentDiscount } from '@counterfoil/money/document-totals'
import { priceField, taxesField } from '#forms/choices/choices.ts'
import { readDecimal } from '#forms/decimal-text.ts'
import { countLines, NO_TAXES, taxField } from './invoice-input.ts'

/** A sales tax with its rates over time. */
export interface TaxChoice {
  readonly id: string
  readonly abbreviation: string
  readonly isCompound: boolean
  /** True for an archived tax that the invoice already has. It is not applied through a product. */
  readonly isArchived: boolean
  /** A rate is a fraction as decimal text; `effective` is the first day on which it applies. */
  readonly rates: readonly { readonly effective: string; readonly rate: string }[]
}

/** The amounts of an invoice, as decimal text in its currency. */
export type TypedTotals = NonNullable<ReturnType<typeof totalInvoice>>

type Values = Readonly<Record<string, string>>

interface About {
  /** Undefined if the taxes may not be read. */
  readonly taxes: readonly TaxChoice[] | undefined
  readonly language: Locale
  readonly currency: { readonly exponent: number }
}

const ONE: Decimal = { units: 1n, scale: 0 }
const ZERO: Decimal = { units: 0n, scale: 0 }
const HUNDRED: Decimal = { units: 100n, scale: 0 }

/**
 * Adds up what was typed so far with the provider's own rules; lines without a product and a price are left out. Returns undefined
 * if a number cannot be read or the provider would refuse it.
 */
export function totalInvoice(values: Values, about: About) {
  const { currency, taxes } = about
  const known = new Map(taxes?.map((tax) => [tax.id, tax]))
  const lines = Array.from({ length: countLines(values) }, (_, index) => {
    const line = `items.${index}`
    const quantity = typedNumber(values[`${line}.quantity`], about, SCALES.quantity)
    const typedPrice = typedNumber(values[`${line}.unitPrice`], about, SCALES.unitPrice)
    if (quantity === 'unclear' || typedPrice === 'unclear') return undefined
    const unitPrice = typedPrice ?? parseDecimal(values[priceField(`${line}.productId`)] ?? '') ?? ZERO
    const charged = chargedTaxes(values, line, known)
    const rates = charged.map((tax) => ({
      tax,
      rate: rateOn(tax, values['invoiceDate'] ?? values['estimateDate'] ?? ''),
    }))
    return {
      quantity: quantity ?? ONE,
      unitPrice,
      taxes: rates.map(({ tax, rate }) => ({ rate, isCompound: tax.isCompound, tax })),
    }
  })
  const discount = discountOf(values, about)
  if (discount === 'unclear' || !lines.every((line) => line !== undefined)) return undefined
  const totals = calculateTotals({ lines, discount, currency })
  if ('kind' in totals) return undefined
  const text = (minor: bigint) => formatDecimal({ units: minor, scale: currency.exponent })
  const sums = new Map<string, { readonly label: string; readonly rate: string; amount: bigint }>()
  for (const [index, { taxes: charged }] of lines.entries()) {
    for (const [position, { tax, rate }] of charged.entries()) {
      const sum = sums.get(tax.id) ?? { label: tax.abbreviation, rate: formatDecimal(rate), amount: 0n }
      sum.amount += totals.lines[index]?.taxesMinor[position] ?? 0n
      sums.set(tax.id, sum)
    }
  }
  return {
    /** The amount of each line without taxes. */
    lines: totals.lines.map(({ subtotalMinor }) => text(subtotalMinor)),
    subtotal: text(totals.subtotalMinor),
    discount: discount === null ? undefined : text(-totals.discountMinor),
    /** Undefined, like the total, if the taxes may not be read. */
    taxes:
      taxes === undefined
        ? undefined
        : [...sums].map(([id, sum]) => ({ id, label: sum.label, rate: sum.rate, amount: text(sum.amount) })),
    total: taxes === undefined ? undefined : text(totals.totalMinor),
  }
}

/** Returns the taxes of a line: the selected ones, none, or those of its product. */
function chargedTaxes(
  values: Values,
  line: string,
  known: ReadonlyMap<string, TaxChoice>,
): readonly TaxChoice[] {
  const name = `${line}.taxes`
  const kind = values[name] ?? ''
  if (kind === NO_TAXES) return []
  const find = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? [])
  if (kind === '') {
    const own = (values[taxesField(`${line}.productId`)] ?? '').split(' ')
    return find(own).filter(({ isArchived }) => !isArchived)
  }
  const start = taxField({ beside: name, id: '' })
  const ticked = Object.keys(values).filter((each) => each.startsWith(start) && values[each] === 'on')
  return find(ticked.map((each) => each.slice(start.length)))
}

/** Returns the tax rate on a day; before the first rate begins, the first rate. */
function rateOn({ rates }: TaxChoice, day: string): Decimal {
  const [first] = rates
  const held = rates.findLast(({ effective }) => effective <= day) ?? first
  return parseDecimal(held?.rate ?? '') ?? ZERO
}

function discountOf(values: Values, about: About): DocumentDiscount | null | 'unclear' {
  const kind = values['discountKind'] ?? ''
  if (kind === '') return null
  const scale = kind === 'FIXED' ? about.currency.exponent : SCALES.taxRate
  const typed = typedNumber(values['discount'], about, scale)
  if (typed === undefined) return null
  if (typed === 'unclear' || compareDecimals(typed, ZERO) < 0) return 'unclear'
  if (kind === 'FIXED') return { kind, amountMinor: typed.units }
  return compareDecimals(typed, HUNDRED) > 0 ? 'unclear' : { kind: 'PERCENTAGE', percentage: typed }
}

/** Returns undefined for a blank field. */
function typedNumber(typed: string | undefined, { language }: About, scale: number) {
  const read = readDecimal(typed ?? '', language)
  if (read.kind === 'empty') return undefined
  const number = read.kind === 'number' ? parseDecimal(read.text) : undefined
  return number === undefined ? 'unclear' : roundDecimal(number, scale)
}
