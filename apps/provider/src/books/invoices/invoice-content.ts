import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import { refuseExchanged, refuseTotals, type DatedDiscount } from '#books/documents/document-validation.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentFlags, DocumentTexts } from '#books/documents/document-texts.ts'
import { calculateTotals, type LineTotals } from '@counterfoil/money/document-totals'
import type { FieldReader } from '#books/input-faults.ts'
import type { DocumentAmounts } from '#books/documents/document.ts'

/** Everything of an invoice that somebody writes. */
export type InvoiceContent = DocumentTexts &
  DocumentFlags & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly rate: Decimal
    readonly invoiceNumber: string
    readonly invoiceDate: string
    readonly dueDate: string
    readonly discount: DatedDiscount | null
    readonly lines: readonly DocumentLineContent[]
  }

/** An invoice with its amounts; those of its lines are in their order. */
export type AddedUpInvoice = InvoiceContent & DocumentAmounts & { readonly lineTotals: readonly LineTotals[] }

/** Adds an invoice up. Undefined once what is too large is noted. */
export function addUpInvoice(
  fields: FieldReader,
  content: InvoiceContent,
  baseCurrency: Currency,
): AddedUpInvoice | undefined {
  const totals = calculateTotals({
    lines: content.lines,
    discount: content.discount?.reduction ?? null,
    currency: content.currency,
  })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  if (refuseExchanged(fields, { ...content, baseCurrency }, totals)) return undefined
  const { lines, subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  return { ...content, subtotalMinor, discountMinor, taxMinor, totalMinor, lineTotals: lines }
}
