import type { Decimal } from '@counterfoil/money/decimal'
import { readExchangeRate } from '#books/documents/amounts.ts'
import {
  readFlags,
  readTexts,
  type DocumentFlags,
  type DocumentTexts,
} from '#books/documents/document-texts.ts'
import {
  readDiscounts,
  readItems,
  readNumber,
  type DiscountRequest,
  type ItemRequest,
} from '#books/documents/item-input.ts'
import { MAX_NUMBER_CHARACTERS } from '#books/documents/document-number.ts'
import type { FieldReader } from '#books/input-faults.ts'
import type { InvoiceCreateInput, InvoicePatchInput } from './invoices-schema.ts'

type InvoiceInput =
  Omit<InvoiceCreateInput, 'businessId' | 'status'> | Omit<InvoicePatchInput, 'id' | 'status'>

/** What an input asks for, each field read on its own; what is undefined was left out, or null where nothing can be cleared. */
export type InvoiceRequest = {
  readonly texts: Partial<DocumentTexts>
  readonly flags: Partial<DocumentFlags>
  readonly customerSent: string | undefined
  readonly currencyCode: string | undefined
  readonly rate: Decimal | undefined
  readonly invoiceNumber: string | undefined
  readonly invoiceDate: string | undefined
  readonly dueDate: string | undefined
  /** Null takes the discount away. */
  readonly discount: DiscountRequest | null | undefined
  readonly items: readonly ItemRequest[] | undefined
}

/** Reads the fields of a new invoice, or of a change of one. */
export function readInvoiceRequest(fields: FieldReader, input: InvoiceInput): InvoiceRequest {
  const { exchangeRate } = input
  return {
    texts: readTexts(fields, input),
    flags: readFlags(input),
    customerSent: input.customerId ?? undefined,
    currencyCode: input.currency ?? undefined,
    rate:
      exchangeRate === undefined || exchangeRate === null
        ? undefined
        : readNumber(fields, 'exchangeRate', readExchangeRate(exchangeRate)),
    invoiceNumber: fields.line('invoiceNumber', input.invoiceNumber, MAX_NUMBER_CHARACTERS) ?? undefined,
    invoiceDate: fields.day('invoiceDate', input.invoiceDate),
    dueDate: fields.day('dueDate', input.dueDate),
    discount: readDiscounts(fields, input.discounts),
    items: readItems(fields, input.items),
  }
}
