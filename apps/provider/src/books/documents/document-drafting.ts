import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import {
  namedProductIds,
  namedTaxIds,
  rateLines,
  resolveLines,
  type DocumentLineContent,
} from './document-lines.ts'
import { countedNumberOf, nextDocumentNumber } from './document-number.ts'
import type { DocumentPartsReader } from './document-parts-store.ts'
import type { BilledCustomer } from './document-parts.ts'
import type { ItemRequest } from './item-input.ts'

/** Where an estimate or an invoice is drafted from, and where faults go. */
export type Drafting = {
  readonly transaction: BooksTransaction
  readonly fields: FieldReader
  readonly parts: DocumentPartsReader
}

const ONE: Decimal = { units: 1n, scale: 0 }
/** Keeps the place of a value that is missing, once its fault is noted. */
const NO_ID = '0'

/** Returns the customer that was asked for. `keptId`: whom the document is for already, which may be archived. */
export async function findCustomer(
  { transaction, fields, parts }: Drafting,
  sent: string,
  keptId?: RowId<'Customer'>,
): Promise<RowId<'Customer'>> {
  const id = parseRowId('Customer', sent, transaction.books.businessId)
  const customer = id === undefined ? null : await parts.findCustomer(transaction, id)
  return checkCustomer(fields, { sent, customer, keptId })
}

/** Notes a customer that is not there, or archived. */
export function checkCustomer(
  fields: FieldReader,
  found: {
    readonly sent: string
    readonly customer: BilledCustomer | null
    readonly keptId?: RowId<'Customer'> | undefined
  },
): RowId<'Customer'> {
  const { sent, customer, keptId } = found
  if (customer === null) fields.refuse('customerId', 'NOT_FOUND', notFoundMessage('Customer', sent))
  else if (customer.isArchived && customer.id !== keptId) {
    fields.refuse('customerId', 'ARCHIVED', 'The customer is archived.')
  }
  return customer?.id ?? (NO_ID as RowId<'Customer'>)
}

/** Returns the rate that was used last for a currency, else `otherwise`. */
export async function findRate(
  drafting: Drafting,
  { currency, day }: { readonly currency: Currency; readonly day: string },
  otherwise: Decimal | null = null,
): Promise<Decimal> {
  const { transaction, parts } = drafting
  if (currency.code === transaction.books.currency.code) return ONE
  const lastRate = await parts.findLastRate(transaction, { currencyCode: currency.code, day })
  return checkLastRate(drafting, currency, lastRate ?? otherwise)
}

/** Notes that no rate is known. Within one currency it is 1. */
export function checkLastRate(
  { transaction, fields }: Drafting,
  currency: Currency,
  lastRate: Decimal | null,
): Decimal {
  if (currency.code === transaction.books.currency.code) return ONE
  if (lastRate === null) {
    const message = `exchangeRate is required: no rate of ${currency.code} was used before.`
    fields.refuse('exchangeRate', 'REQUIRED', message)
  }
  return lastRate ?? ONE
}

/** Knows the numbers of one kind of document. */
type Numbers<Id> = {
  findLargestNumber(transaction: BooksTransaction): Promise<string | undefined>
  isNumberTaken(
    transaction: BooksTransaction,
    asked: { readonly number: string; readonly except: Id | null },
  ): Promise<boolean>
}

/** Returns the number for a new document: the one after the largest, which may be known already. */
export async function nextNumber(
  { findLargestNumber, isNumberTaken }: Numbers<never>,
  transaction: BooksTransaction,
  known?: { readonly largest: string | undefined },
): Promise<string> {
  const { largest } = known ?? { largest: await findLargestNumber(transaction) }
  // A number that counts is larger than all that are there: only one that does not count may be taken.
  return nextDocumentNumber(
    largest,
    async (number) =>
      countedNumberOf(number) === undefined && (await isNumberTaken(transaction, { number, except: null })),
  )
}

/** Returns the number that was asked for, which no other document of the kind may have. */
export async function checkNumber<Id>(
  { transaction, fields }: Drafting,
  { isNumberTaken }: Numbers<Id>,
  asked: { readonly noun: 'estimate' | 'invoice'; readonly number: string; readonly except: Id | null },
): Promise<string> {
  const { noun, number, except } = asked
  if (await isNumberTaken(transaction, { number, except })) {
    fields.refuse(`${noun}Number`, 'NOT_UNIQUE', `Another ${noun} has this number.`)
  }
  return number
}

/** Returns the lines that items ask for, with all that they name. */
export async function findLines(
  { transaction, fields, parts }: Drafting,
  items: readonly ItemRequest[],
  day: string,
): Promise<readonly DocumentLineContent[]> {
  const { businessId } = transaction.books
  const products = await parts.findProducts(transaction, namedProductIds(items, businessId))
  const taxes = await parts.findTaxes(transaction, { ids: namedTaxIds(items, { products, businessId }), day })
  return resolveLines(fields, items, { products, taxes, businessId })
}

/** Returns lines at the tax rates of a day. */
export async function linesAt(
  { transaction, parts }: Pick<Drafting, 'parts' | 'transaction'>,
  lines: readonly DocumentLineContent[],
  day: string,
): Promise<readonly DocumentLineContent[]> {
  const ids = lines.flatMap(({ taxes }) => taxes.map(({ salesTaxId }) => salesTaxId))
  return rateLines(lines, await parts.findTaxes(transaction, { ids, day }))
}
