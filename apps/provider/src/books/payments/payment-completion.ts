import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'
import { readAmountMinor, readExchangeRate } from '#books/documents/amounts.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import { readNumber } from '#books/documents/item-input.ts'
import { notFoundMessage, type FieldReader } from '#books/input-faults.ts'
import { nextLife } from '#books/invoices/invoice-life.ts'
import type { Invoice } from '#books/invoices/invoice.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import { judgePaymentAccount } from './payment-account.ts'
import type { CompletePayment, InvoicePayment, PaymentMethod } from './payment.ts'
import type { PaymentWriter } from './payment-store.ts'

const MAX_MEMO_CHARACTERS = 2000
const ONE: Decimal = { units: 1n, scale: 0 }

/** The parsed input; omitted fields are undefined. */
export type PaymentRequest = {
  /** In units of the currency of the document, which is not known yet. */
  readonly amount: string | undefined
  readonly rate: Decimal | undefined
  readonly accountSent: string | undefined
  readonly paymentDate: string | undefined
  readonly paymentMethod: PaymentMethod | undefined
  readonly memo: string | null | undefined
}

/** Reads the fields of a new payment of an invoice or of a deposit, or of a change of one. */
export function readPaymentRequest(
  fields: FieldReader,
  input: {
    readonly amount?: string | null
    readonly exchangeRate?: string | null
    readonly paymentAccountId?: string | null
    readonly paymentDate?: string | null
    readonly paymentMethod?: PaymentMethod | null
    readonly memo?: string | null
  },
): PaymentRequest {
  const rate = input.exchangeRate ?? undefined
  return {
    amount: input.amount ?? undefined,
    rate: rate === undefined ? undefined : readNumber(fields, 'exchangeRate', readExchangeRate(rate)),
    accountSent: input.paymentAccountId ?? undefined,
    paymentDate: fields.day('paymentDate', input.paymentDate),
    paymentMethod: input.paymentMethod ?? undefined,
    memo: fields.text('memo', input.memo, MAX_MEMO_CHARACTERS),
  }
}

/** The present data that complete a payment, and the list of faults. */
type PaymentCompletion = {
  readonly transaction: BooksTransaction
  readonly fields: FieldReader
  readonly payments: PaymentWriter
  readonly invoice: Invoice
  /** The input field that names the invoice, or its payment. */
  readonly field: string
}

/** Returns the payment that a request becomes, or the present one with its changes. Undefined if a fault was added. */
export async function completePayment(
  completion: PaymentCompletion,
  request: PaymentRequest,
  present: InvoicePayment | null,
): Promise<CompletePayment | undefined> {
  const { fields, invoice } = completion
  if (nextLife(invoice.life, 'pay') === undefined) {
    fields.refuse(completion.field, 'INVALID_STATE', 'A draft has to be approved before it is paid.')
  }
  const amountMinor = readAmount(fields, request.amount, invoice) ?? present?.amountMinor
  const accountId =
    request.accountSent === undefined
      ? present?.accountId
      : await findAccount(completion, request.accountSent)
  const paymentDate = request.paymentDate ?? present?.paymentDate
  const rate = request.rate ?? present?.rate ?? ONE
  checkRate(fields, { rate, currency: invoice.currency, base: invoice.books.currency })
  if (amountMinor === undefined || accountId === undefined || paymentDate === undefined) return undefined
  await checkSum(completion, amountMinor, present)
  const baseReceivedMinor = exchangeMinor(
    { currency: invoice.currency, baseCurrency: invoice.books.currency, rate },
    amountMinor,
  )
  if (isTooLarge(baseReceivedMinor)) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'The payment is too large in the currency of the business.')
  }
  if (fields.faults.length > 0) return undefined
  return {
    accountId,
    amountMinor,
    rate,
    paymentDate,
    paymentMethod: request.paymentMethod ?? present?.paymentMethod ?? 'UNSPECIFIED',
    memo: request.memo === undefined ? (present?.memo ?? null) : request.memo,
    baseReceivedMinor,
  }
}

/** Whether more would be paid back than was paid; of an invoice below zero, more than it comes to. */
export function isOverdrawn({ totalMinor }: Pick<Invoice, 'totalMinor'>, paidMinor: bigint): boolean {
  return paidMinor < (totalMinor < 0n ? totalMinor : 0n)
}

function readAmount(
  fields: FieldReader,
  sent: string | undefined,
  { currency }: Invoice,
): bigint | undefined {
  if (sent === undefined) return undefined
  const amountMinor = readAmountMinor(sent, currency)
  if (typeof amountMinor === 'bigint' && amountMinor !== 0n) return amountMinor
  const code = amountMinor === 'INVALID' ? 'INVALID' : 'OUT_OF_RANGE'
  fields.refuse('amount', code, 'amount must be an amount other than zero.')
  return undefined
}

async function checkSum(
  { transaction, fields, payments, invoice }: PaymentCompletion,
  amountMinor: bigint,
  present: InvoicePayment | null,
): Promise<void> {
  const except = present?.id ?? null
  const paidMinor = amountMinor + (await payments.sumOthers(transaction, { invoiceId: invoice.id, except }))
  if (isOverdrawn(invoice, paidMinor)) {
    fields.refuse('amount', 'OUT_OF_RANGE', 'More would be paid back than was paid.')
  } else if (isTooLarge(paidMinor)) {
    fields.refuse('amount', 'OUT_OF_RANGE', 'The payments together are too large.')
  }
}

async function findAccount(
  { transaction, fields, payments, invoice }: PaymentCompletion,
  sent: string,
): Promise<RowId<'Account'> | undefined> {
  const { books, currency } = invoice
  const id = parseRowId('Account', sent, books.businessId)
  const account = id === undefined ? null : await payments.findAccount(transaction, id)
  if (account === null) {
    fields.refuse('paymentAccountId', 'NOT_FOUND', notFoundMessage('Account', sent))
    return undefined
  }
  judgePaymentAccount(fields, account, [currency.code, books.currency.code])
  return account.id
}

function isTooLarge(minor: bigint): boolean {
  return minor > MAX_AMOUNT_MINOR || minor < -MAX_AMOUNT_MINOR
}
