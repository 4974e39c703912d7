import { formatAmount } from '@counterfoil/money/money'
import { parseRowId, parseRowWireId } from '#books/book-ids.ts'
import { refuse, refuseAny, type BooksTransaction } from '#books/command.ts'
import { readAmountMinor } from '#books/documents/amounts.ts'
import { sendReceipt } from '#books/documents/document-sending.ts'
import { createFieldReader, inputFault, notFoundFault, type FieldReader } from '#books/input-faults.ts'
import { readMessageDraft } from '#books/messages/message-draft.ts'
import {
  findPaymentAccount,
  findPaymentOf,
  readPaymentRequest,
  type PaymentRequest,
} from '#books/payments/payment-drafting.ts'
import type { PaymentAccount } from '#books/payments/payment.ts'
import { onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import { depositWriter, type DepositPayment } from './deposit-store.ts'
import { move, onEstimate } from './estimate-commands.ts'
import { nextStanding, stateFault } from './estimate-life.ts'
import { estimateWriter } from './estimate-store.ts'
import type { Estimate, EstimatePayment } from './estimate.ts'
import type {
  EstimateDepositPaymentCreateManualInput,
  EstimateDepositPaymentReceiptSendInput,
  EstimatesCommands,
} from './estimates-schema.ts'

const onPayment = onRow({ kind: 'EstimatePayment', noun: 'Estimate payment', find: depositWriter.find })

export const depositMutations = {
  estimateDepositPaymentCreateManual: onEstimate('estimateId', {
    read: (input: EstimateDepositPaymentCreateManualInput) => readPaymentRequest(input),
    async write(transaction, estimate, { request }) {
      if (nextStanding(estimate, estimate.status, 'recordDeposit') === undefined) {
        refuse(stateFault('estimateId', estimate))
      }
      const payment = await draftDeposit(transaction, { request, estimate })
      const recorded = await depositWriter.record(transaction, estimate, payment)
      await move(transaction, { estimate, event: 'recordDeposit' })
      return recorded
    },
    answer: (estimatePayment) => ({ estimatePayment }),
  }),

  async estimateDepositPaymentUpdateManual(_, { input }, context) {
    const { request, faults } = readPaymentRequest(input)
    const { estimateId: sent } = input
    // Either of the two ids may name the business.
    const named = parseRowWireId('Estimate', sent) ?? parseRowWireId('EstimatePayment', input.id)
    const { value, ...answer } = await context.commands.run(context, {
      target: { field: 'estimateId', noun: 'Estimate', sent, businessId: named?.businessId },
      faults,
      async write(transaction) {
        const id = parseRowId('Estimate', sent, transaction.books.businessId)
        const estimate = id === undefined ? null : await estimateWriter.find(transaction, id)
        if (estimate === null) refuse(notFoundFault('estimateId', 'Estimate', sent))
        return changeDeposit(transaction, { request, estimate, sent: input.id })
      },
    })
    return { ...answer, estimatePayment: value }
  },

  estimatePaymentDelete: onPayment('id', {
    read: readNothing,
    async write(transaction, payment) {
      // A repeated deletion changes nothing.
      if (!payment.active) return
      const estimate = await estimateWriter.follow(transaction, payment.documentId)
      await checkApplied(transaction, estimate)
      await depositWriter.remove(transaction, estimate, payment)
    },
    answer: () => ({}),
  }),

  estimateDepositPaymentReceiptSend: onEstimate('estimateId', {
    read: (input: EstimateDepositPaymentReceiptSendInput) =>
      readMessageDraft({ ...input, attachesPdf: input.attachPdf === true }),
    async write(transaction, estimate, { draft, input: { estimatePaymentId: sent }, context }) {
      const { find } = depositWriter
      const named = { kind: 'EstimatePayment', noun: 'Estimate payment', field: 'estimatePaymentId' } as const
      const payment = await findPaymentOf(transaction, estimate.id, { ...named, sent, find })
      const receipt = { noun: 'estimate', document: estimate, draft, payment } as const
      await sendReceipt(context.messages, transaction, receipt)
    },
    answer: () => ({}),
  }),
} satisfies Partial<EstimatesCommands<CommandNeeds>['Mutation']>

type Drafting = {
  readonly request: PaymentRequest
  readonly estimate: Estimate
  /** The payment to change; undefined for a new one. */
  readonly before?: EstimatePayment
}

async function changeDeposit(
  transaction: BooksTransaction,
  { sent, request, estimate }: Omit<Drafting, 'before'> & { readonly sent: string },
): Promise<EstimatePayment> {
  const { find } = depositWriter
  const asked = { kind: 'EstimatePayment', noun: 'Estimate payment', field: 'id', sent, find } as const
  const before = await findPaymentOf(transaction, estimate.id, asked)
  await checkApplied(transaction, estimate)
  const payment = await draftDeposit(transaction, { request, estimate, before })
  return depositWriter.change(transaction, estimate, before, payment)
}

async function draftDeposit(transaction: BooksTransaction, drafting: Drafting): Promise<DepositPayment> {
  const { request, before } = drafting
  const fields = createFieldReader()
  const account = await accountOf(transaction, fields, drafting)
  const amountMinor = amountOf(fields, drafting)
  const paymentDate = request.paymentDate ?? before?.paymentDate
  const paymentMethod = request.paymentMethod ?? before?.paymentMethod
  const memo = request.memo === undefined ? (before?.memo ?? null) : request.memo
  refuseAny(fields.faults)
  if (account === undefined || amountMinor === undefined) refuse()
  if (paymentDate === undefined || paymentMethod === undefined) throw new Error('The schema demands both')
  return { account, amountMinor, paymentDate, paymentMethod, memo }
}

/** Returns the amount of the payment. All payments of an estimate together are at most its total. */
function amountOf(fields: FieldReader, { request, estimate, before }: Drafting): bigint | undefined {
  if (request.amount === undefined) return before?.amountMinor
  const amountMinor = readAmountMinor(request.amount, estimate.currency)
  const most = estimate.totalMinor - estimate.paidMinor + (before?.amountMinor ?? 0n)
  if (typeof amountMinor === 'bigint' && amountMinor > 0n && amountMinor <= most) return amountMinor
  const shown = formatAmount({ minorUnits: most, currency: estimate.currency })
  const code = amountMinor === 'INVALID' ? 'INVALID' : 'OUT_OF_RANGE'
  fields.refuse('amount', code, `amount must be above zero, and at most ${shown}.`)
  return undefined
}

async function accountOf(
  transaction: BooksTransaction,
  fields: FieldReader,
  { request, estimate, before }: Drafting,
): Promise<PaymentAccount | undefined> {
  const sent = request.accountSent ?? before?.accountId
  const currencyCodes = [estimate.currency.code, transaction.books.currency.code] as const
  if (sent !== undefined) {
    const asked = { sent, currencyCodes, presentId: before?.accountId }
    return findPaymentAccount(transaction, fields, asked)
  }
  const oldest = await depositWriter.findOldestMoneyAccount(transaction, currencyCodes)
  if (oldest === null) fields.refuse('paymentAccountId', 'REQUIRED', 'paymentAccountId is required.')
  return oldest ?? undefined
}

async function checkApplied(transaction: BooksTransaction, estimate: Estimate): Promise<void> {
  if (!(await depositWriter.isApplied(transaction, estimate))) return
  refuse(inputFault('id', 'HAS_PAYMENTS', 'The payment was put to an invoice.'))
}
