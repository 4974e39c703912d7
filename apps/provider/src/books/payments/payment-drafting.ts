import type { Decimal } from '@counterfoil/money/decimal'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { isTooLarge } from '#books/book-limits.ts'
import { refuse, refuseAny, type BooksTransaction } from '#books/command.ts'
import { readAmountMinor, readExchangeRate, readNumber } from '#books/documents/amounts.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import {
  createFieldReader,
  notFoundFault,
  notFoundMessage,
  type FieldReader,
  type InputFault,
} from '#books/input-faults.ts'
import { nextLife } from '#books/invoices/invoice-life.ts'
import type { Invoice } from '#books/invoices/invoice.ts'
import { exchangeMinor } from '#books/receivables/invoice-entry.ts'
import type { Noun } from '#caller/caller-error.ts'
import type {
  CompletePayment,
  DocumentOf,
  DocumentPayment,
  InvoicePayment,
  PaymentAccount,
  PaymentMethod,
} from './payment.ts'
import { paymentWriter } from './payment-store.ts'

const MAX_MEMO_CHARACTERS = 2000
const ONE: Decimal = { units: 1n, scale: 0 }

/** The parsed input; omitted fields are undefined. */
export type PaymentRequest = {
  /** The amount in units of the document's currency, which is not known yet. */
  readonly amount: string | undefined
  readonly rate: Decimal | undefined
  readonly accountSent: string | undefined
  readonly paymentDate: string | undefined
  readonly paymentMethod: PaymentMethod | undefined
  readonly memo: string | null | undefined
}

/** Parses the input of a new or changed payment of an invoice or deposit. */
export function readPaymentRequest(input: {
  readonly amount?: string | null
  readonly exchangeRate?: string | null
  readonly paymentAccountId?: string | null
  readonly paymentDate?: string | null
  readonly paymentMethod?: PaymentMethod | null
  readonly memo?: string | null
}): { readonly request: PaymentRequest; readonly faults: readonly InputFault[] } {
  const fields = createFieldReader()
  const request = {
    amount: input.amount ?? undefined,
    rate: readNumber(fields, 'exchangeRate', readExchangeRate, input.exchangeRate),
    accountSent: input.paymentAccountId ?? undefined,
    paymentDate: fields.day('paymentDate', input.paymentDate),
    paymentMethod: input.paymentMethod ?? undefined,
    memo: fields.text('memo', input.memo, MAX_MEMO_CHARACTERS),
  }
  return { request, faults: fields.faults }
}

/** Finds the active payment of a document that an input field names. Ends the command if the document has no such payment. */
export async function findPaymentOf<Kind extends keyof DocumentOf, Each extends DocumentPayment<Kind>>(
  transaction: BooksTransaction,
  documentId: RowId<DocumentOf[Kind]>,
  asked: {
    readonly kind: Kind
    readonly noun: Noun
    readonly field: string
    readonly sent: string
    readonly find: (transaction: BooksTransaction, id: RowId<Kind>) => Promise<Each | null>
  },
): Promise<Each> {
  const { kind, noun, field, sent, find } = asked
  const id = parseRowId(kind, sent, transaction.books.businessId)
  const payment = id === undefined ? null : await find(transaction, id)
  if (!payment?.active || payment.documentId !== documentId) refuse(notFoundFault(field, noun, sent))
  return payment
}

type PaymentDrafting = {
  readonly invoice: Invoice
  /** The input field that names the invoice or its payment. */
  readonly field: string
  readonly request: PaymentRequest
  /** The payment to change; null for a new one. */
  readonly present: InvoicePayment | null
}

/** Returns the complete new or changed payment for a request. Ends the command if it has faults. */
export async function draftPayment(
  transaction: BooksTransaction,
  { invoice, field, request, present }: PaymentDrafting,
): Promise<CompletePayment> {
  const fields = createFieldReader()
  const { currency, books } = invoice
  if (nextLife(invoice.life, 'pay') === undefined) {
    fields.refuse(field, 'INVALID_STATE', 'A draft has to be approved before it is paid.')
  }
  const amountMinor = readAmount(fields, request.amount, invoice) ?? present?.amountMinor
  const accountId =
    request.accountSent === undefined
      ? present?.accountId
      : (
          await findPaymentAccount(transaction, fields, {
            sent: request.accountSent,
            currencyCodes: [currency.code, books.currency.code],
          })
        )?.id
  const paymentDate = request.paymentDate ?? present?.paymentDate
  const rate = request.rate ?? present?.rate ?? ONE
  checkRate(fields, { rate, currency, base: books.currency })
  if (amountMinor === undefined || accountId === undefined || paymentDate === undefined) {
    refuse(...fields.faults)
  }
  await checkSum(transaction, fields, { invoice, amountMinor, present })
  const baseReceivedMinor = exchangeMinor({ currency, baseCurrency: books.currency, rate }, amountMinor)
  if (isTooLarge(baseReceivedMinor)) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'The payment is too large in the currency of the business.')
  }
  refuseAny(fields.faults)
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

/** Returns true if refunds exceed payments, or, on an invoice with a negative total, exceed that total. */
export function isOverdrawn({ totalMinor }: Pick<Invoice, 'totalMinor'>, paidMinor: bigint): boolean {
  return paidMinor < (totalMinor < 0n ? totalMinor : 0n)
}

/** The types of accounts that payments use. Equity is for payments to an owner in person. */
const HOLDS_MONEY: ReadonlySet<PaymentAccount['type']> = new Set(['ASSET', 'EQUITY', 'LIABILITY'])

/** Returns the account that a payment is made to or from, and adds its faults. Undefined if it does not exist. */
export async function findPaymentAccount(
  transaction: BooksTransaction,
  fields: FieldReader,
  {
    sent,
    currencyCodes,
    presentId,
  }: {
    readonly sent: string
    /** The currencies of the document and of the business. */
    readonly currencyCodes: readonly [string, string]
    /** The present account of the payment, which may stay even if it is no longer allowed. */
    readonly presentId?: string | undefined
  },
): Promise<PaymentAccount | undefined> {
  const note = (code: InputFault['code'], message: string) => fields.refuse('paymentAccountId', code, message)
  const id = parseRowId('Account', sent, transaction.books.businessId)
  const account = id === undefined ? null : await paymentWriter.findAccount(transaction, id)
  if (account === null) {
    note('NOT_FOUND', notFoundMessage('Account', sent))
    return undefined
  }
  if (account.id === presentId) return account
  if (account.isSystem) note('SYSTEM_ACCOUNT', 'Only the system enters on it.')
  else if (!HOLDS_MONEY.has(account.type)) note('INVALID', 'An account of income or expenses holds no money.')
  if (account.isArchived) note('ARCHIVED', 'The account is archived.')
  if (!currencyCodes.includes(account.currencyCode)) {
    note('CURRENCY_MISMATCH', `The account is kept in neither ${currencyCodes.join(' nor ')}.`)
  }
  return account
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
  transaction: BooksTransaction,
  fields: FieldReader,
  {
    invoice,
    amountMinor,
    present,
  }: Pick<PaymentDrafting, 'invoice' | 'present'> & { readonly amountMinor: bigint },
): Promise<void> {
  const others = { invoiceId: invoice.id, except: present?.id ?? null }
  const paidMinor = amountMinor + (await paymentWriter.sumOthers(transaction, others))
  if (isOverdrawn(invoice, paidMinor)) {
    fields.refuse('amount', 'OUT_OF_RANGE', 'More would be paid back than was paid.')
  } else if (isTooLarge(paidMinor)) {
    fields.refuse('amount', 'OUT_OF_RANGE', 'The payments together are too large.')
  }
}
