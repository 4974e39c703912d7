import type { Decimal } from '@counterfoil/money/decimal'
import type { FieldReader } from '#books/input-faults.ts'
import { readExchangeRate } from './amounts.ts'
import { MAX_NUMBER_CHARACTERS } from './document-number.ts'
import { readFlags, readTexts, type DocumentFlags, type DocumentTexts } from './document-texts.ts'
import { readDiscounts, readItems, readNumber, type DiscountRequest, type ItemRequest } from './item-input.ts'

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

/** The fields that the inputs of estimates and invoices share. */
type DocumentInput = Parameters<typeof readTexts>[1] &
  Parameters<typeof readFlags>[0] & {
    readonly customerId?: string | null
    readonly currency?: string | null
    readonly exchangeRate?: string | null
    readonly dueDate?: string | null
    readonly discounts?: Parameters<typeof readDiscounts>[1]
    readonly items?: Parameters<typeof readItems>[1]
  }

/** Parses the input of a new or changed document. `own` has the two values whose field names begin with the noun. */
export function readDocumentRequest(
  fields: FieldReader,
  input: DocumentInput,
  own: {
    readonly noun: 'estimate' | 'invoice'
    readonly number: string | null | undefined
    readonly day: string | null | undefined
  },
): DocumentRequest {
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
    number: fields.line(`${own.noun}Number` as const, own.number, MAX_NUMBER_CHARACTERS) ?? undefined,
    day: fields.day(`${own.noun}Date` as const, own.day),
    dueDate: fields.day('dueDate', input.dueDate),
    discount: readDiscounts(fields, input.discounts),
    items: readItems(fields, input.items),
  }
}
