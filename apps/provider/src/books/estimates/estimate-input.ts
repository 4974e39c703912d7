import type { Decimal } from '@counterfoil/money/decimal'
import { readExchangeRate } from '#books/documents/amounts.ts'
import { readFlags, readTexts, type DocumentTexts } from '#books/documents/document-texts.ts'
import {
  readDiscounts,
  readItems,
  readNumber,
  type DiscountRequest,
  type ItemRequest,
} from '#books/documents/item-input.ts'
import { MAX_NUMBER_CHARACTERS } from '#books/documents/document-number.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import type { DepositInput } from './deposit-terms.ts'
import type { EstimateFlags } from './estimate.ts'
import type { EstimateCreateInput, EstimatePatchInput } from './estimates-schema.ts'

const MAX_NAME_CHARACTERS = 300
/** Files are not taken in; of more ids than these the first ones are named. */
const MAX_NAMED_FILES = 20

type EstimateInput =
  Omit<EstimateCreateInput, 'businessId' | 'status'> | Omit<EstimatePatchInput, 'id' | 'status'>

/** A line as it was asked for. `name` is shown instead of the name of the product. */
export type EstimateItemRequest = ItemRequest & { readonly name: string | null }

/** What an input asks for, each field read on its own; what is undefined was left out, or null where nothing can be cleared. */
export type EstimateRequest = {
  readonly texts: Partial<DocumentTexts>
  readonly flags: Partial<EstimateFlags>
  readonly customerSent: string | undefined
  readonly currencyCode: string | undefined
  readonly rate: Decimal | undefined
  readonly estimateNumber: string | undefined
  readonly estimateDate: string | undefined
  readonly dueDate: string | undefined
  /** Null takes the discount away. */
  readonly discount: DiscountRequest | null | undefined
  readonly deposit: DepositInput
  readonly items: readonly EstimateItemRequest[] | undefined
}

/** Leaves everything as it is. */
export const UNCHANGED: EstimateRequest = {
  texts: {},
  flags: {},
  customerSent: undefined,
  currencyCode: undefined,
  rate: undefined,
  estimateNumber: undefined,
  estimateDate: undefined,
  dueDate: undefined,
  discount: undefined,
  deposit: { depositStatus: undefined, depositUnit: undefined, depositValue: undefined },
  items: undefined,
}

/** Reads the fields of a new estimate, or of a change of one. */
export function readEstimateRequest(fields: FieldReader, input: EstimateInput): EstimateRequest {
  refuseAttachments(fields, input.attachmentIds)
  const { dontCarryOverNotesToInvoice } = input
  const own = typeof dontCarryOverNotesToInvoice === 'boolean' ? { dontCarryOverNotesToInvoice } : {}
  return {
    texts: readTexts(fields, input),
    flags: { ...readFlags(input), ...own },
    customerSent: input.customerId,
    currencyCode: input.currency ?? undefined,
    rate: readRate(fields, input.exchangeRate),
    estimateNumber: fields.line('estimateNumber', input.estimateNumber, MAX_NUMBER_CHARACTERS) ?? undefined,
    estimateDate: fields.day('estimateDate', input.estimateDate),
    dueDate: fields.day('dueDate', input.dueDate),
    discount: readDiscounts(fields, input.discounts),
    deposit: {
      depositStatus: input.depositStatus,
      depositUnit: input.depositUnit,
      depositValue: input.depositValue,
    },
    items: readEstimateItems(fields, input.items),
  }
}

function readEstimateItems(
  fields: FieldReader,
  items: EstimateInput['items'],
): readonly EstimateItemRequest[] | undefined {
  return readItems(fields, items)?.map((item, index) => {
    const place = fields.within('items').within(index)
    return { ...item, name: place.line('name', items?.[index]?.name, MAX_NAME_CHARACTERS) ?? null }
  })
}

function readRate(fields: FieldReader, sent: string | null | undefined): Decimal | undefined {
  return sent === undefined || sent === null
    ? undefined
    : readNumber(fields, 'exchangeRate', readExchangeRate(sent))
}

/** This interface has no way to bring a file here: an id names none. */
function refuseAttachments(fields: FieldReader, ids: readonly string[] | null | undefined): void {
  for (const [index, id] of (ids ?? []).slice(0, MAX_NAMED_FILES).entries()) {
    fields.within('attachmentIds').refuse(String(index), 'NOT_FOUND', notFoundMessage('Attachment', id))
  }
}
