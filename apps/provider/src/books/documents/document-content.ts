import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { calculateTotals, MAX_AMOUNT_MINOR, type LineTotals } from '@counterfoil/money/document-totals'
import { exchangeMoney } from '@counterfoil/money/money'
import type { RowId } from '#books/book-ids.ts'
import type { FieldReader } from '#books/input-faults.ts'
import type { DocumentLineContent } from './document-lines.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'
import { refuseTotals, type DatedDiscount } from './document-validation.ts'
import type { DocumentAmounts } from './document.ts'

/** The user-written content that estimates and invoices share. */
export type DocumentContent = DocumentTexts &
  DocumentFlags & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly rate: Decimal
    readonly number: string
    /** The day as `yyyy-MM-dd`. */
    readonly day: string
    readonly dueDate: string
    readonly discount: DatedDiscount | null
    readonly lines: readonly DocumentLineContent[]
  }

/** A document with its calculated amounts. The totals of the lines are in the order of the lines. */
export type AddedUp<Content> = Content & DocumentAmounts & { readonly lineTotals: readonly LineTotals[] }

/** Calculates the amounts of a document and adds its faults. Undefined if a line, the discount or the total is too large. */
export function addUpDocument<Content extends DocumentContent>(
  fields: FieldReader,
  content: Content,
  baseCurrency: Currency,
): AddedUp<Content> | undefined {
  const { lines, discount, currency, rate } = content
  const totals = calculateTotals({ lines, discount: discount?.reduction ?? null, currency })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  const exchanged = exchangeMoney({ minorUnits: totals.grossMinor, currency }, rate, baseCurrency)
  if (exchanged.minorUnits > MAX_AMOUNT_MINOR) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'The total is too large in the currency of the business.')
  }
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  return { ...content, subtotalMinor, discountMinor, taxMinor, totalMinor, lineTotals: totals.lines }
}
