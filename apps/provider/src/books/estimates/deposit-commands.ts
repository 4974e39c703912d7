import { formatAmount } from '@counterfoil/money/money'
import { parseRowId, parseRowWireId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import { readAmountMinor } from '#books/documents/amounts.ts'
import {
  createFieldReader,
  inputFault,
  notFoundFault,
  notFoundMessage,
  type FieldReader,
} from '#books/input-faults.ts'
import { judgePaymentAccount } from '#books/payments/payment-account.ts'
import { readPaymentRequest, type PaymentRequest } from '#books/payments/payment-completion.ts'
import type { PaymentAccount } from '#books/payments/payment.ts'
import { done, refused, runOnRow, type HasCommands } from '#books/row-command.ts'
import type { DepositPayment } from './deposit-store.ts'
import { stateFault } from './estimate-change.ts'
import { move, onEstimate, type CommandsOf, type EstimateCommandNeeds } from './estimate-commands.ts'
import { nextStanding } from './estimate-life.ts'
import type { Estimate, EstimatePayment } from './estimate.ts'
import type { PaymentWriter } from '#books/payments/payment-store.ts'

export type DepositCommandNeeds = EstimateCommandNeeds & { readonly paymentWriter: PaymentWriter }

type Context = HasCommands & DepositCommandNeeds

export const depositCommands = {
  Mutation: {
    async estimateDepositPaymentCreateManual(_, { input }, context) {
      const fields = createFieldReader()
      const request = readPaymentRequest(fields, input)
      const { value, ...answer } = await onEstimate(context, {
        sent: input.estimateId,
        faults: fields.faults,
        async write(transaction, estimate) {
          if (nextStanding(estimate, estimate.status, 'recordDeposit') === undefined) {
            return refused(stateFault('estimateId', estimate))
          }
          const payment = await draftPayment(context, transaction, { fields, request, estimate })
          if (payment === undefined) return refused(...fields.faults)
          const recorded = await context.depositWriter.record(transaction, estimate, payment)
          await move(context, transaction, { estimate, event: 'recordDeposit' })
          return done(recorded)
        },
      })
      return { ...answer, estimatePayment: value }
    },

    async estimateDepositPaymentUpdateManual(_, { input }, context) {
      const fields = createFieldReader()
      const request = readPaymentRequest(fields, input)
      const { estimateId: sent } = input
      // Either of the two ids may be the one that names the business.
      const named = parseRowWireId('Estimate', sent) ?? parseRowWireId('EstimatePayment', input.id)
      const { value, ...answer } = await context.commands.run(context, {
        target: { field: 'estimateId', noun: 'Estimate', sent, businessId: named?.businessId },
        faults: fields.faults,
        async write(transaction) {
          const id = parseRowId('Estimate', sent, transaction.books.businessId)
          const estimate = id === undefined ? null : await context.estimateWriter.find(transaction, id)
          if (estimate === null) return refused(notFoundFault('estimateId', 'Estimate', sent))
          return updatePayment(context, transaction, { fields, request, estimate, sent: input.id })
        },
      })
      return { ...answer, estimatePayment: value }
    },

    async estimatePaymentDelete(_, { input }, context) {
      const { didSucceed, inputErrors } = await runOnRow(context, {
        kind: 'EstimatePayment',
        noun: 'Estimate payment',
        sent: input.id,
        faults: [],
        find: context.depositWriter.find,
        async write(transaction, payment) {
          // Repeating it changes nothing.
          if (!payment.active) return done(payment)
          const estimate = await estimateOf(context, transaction, payment)
          if (await context.depositWriter.isApplied(transaction, estimate)) return refused(appliedFault('id'))
          await context.depositWriter.remove(transaction, estimate, payment)
          return done(payment)
        },
      })
      return { didSucceed, inputErrors }
    },
  },
} satisfies CommandsOf<DepositCommandNeeds, DepositMutation>

type DepositMutation =
  'estimateDepositPaymentCreateManual' | 'estimateDepositPaymentUpdateManual' | 'estimatePaymentDelete'

type Drafting = {
  readonly fields: FieldReader
  readonly request: PaymentRequest
  readonly estimate: Estimate
  /** The payment that is changed. */
  readonly before?: EstimatePayment
}

async function updatePayment(
  context: Context,
  transaction: BooksTransaction,
  { sent, ...drafting }: Omit<Drafting, 'before'> & { readonly sent: string },
): Promise<Written<EstimatePayment>> {
  const { estimate, fields } = drafting
  const { depositWriter } = context
  const id = parseRowId('EstimatePayment', sent, transaction.books.businessId)
  const before = id === undefined ? null : await depositWriter.find(transaction, id)
  if (!before?.active || before.estimateId !== estimate.id) {
    return refused(notFoundFault('id', 'Estimate payment', sent))
  }
  if (await depositWriter.isApplied(transaction, estimate)) return refused(appliedFault('id'))
  const payment = await draftPayment(context, transaction, { ...drafting, before })
  if (payment === undefined) return refused(...fields.faults)
  return done(await depositWriter.change(transaction, estimate, before.id, payment))
}

/** What is to be written; undefined once what is wrong is noted. */
async function draftPayment(
  context: Context,
  transaction: BooksTransaction,
  drafting: Drafting,
): Promise<DepositPayment | undefined> {
  const { fields, request, before } = drafting
  const account = await accountOf(context, transaction, drafting)
  const amountMinor = amountOf(drafting)
  const paymentDate = request.paymentDate ?? before?.paymentDate
  const paymentMethod = request.paymentMethod ?? before?.paymentMethod
  const memo = request.memo === undefined ? (before?.memo ?? null) : request.memo
  if (fields.faults.length > 0 || account === undefined || amountMinor === undefined) return undefined
  if (paymentDate === undefined || paymentMethod === undefined) throw new Error('The schema demands both')
  return { account, amountMinor, paymentDate, paymentMethod, memo }
}

/** Everything that is paid for an estimate is at most its total. */
function amountOf({ fields, request, estimate, before }: Drafting): bigint | undefined {
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
  { depositWriter, paymentWriter }: Context,
  transaction: BooksTransaction,
  { fields, request, estimate, before }: Drafting,
): Promise<PaymentAccount | undefined> {
  const sent = request.accountSent ?? before?.accountId
  const currencyCodes = [estimate.currency.code, transaction.books.currency.code] as const
  if (sent === undefined) {
    const oldest = await depositWriter.findOldestMoneyAccount(transaction, currencyCodes)
    if (oldest === null) fields.refuse('paymentAccountId', 'REQUIRED', 'paymentAccountId is required.')
    return oldest ?? undefined
  }
  const id = parseRowId('Account', sent, transaction.books.businessId)
  const account = id === undefined ? null : await paymentWriter.findAccount(transaction, id)
  if (account === null) {
    fields.refuse('paymentAccountId', 'NOT_FOUND', notFoundMessage('Account', sent))
    return undefined
  }
  if (account.id !== before?.accountId) judgePaymentAccount(fields, account, currencyCodes)
  return account
}

async function estimateOf(
  { estimateWriter }: Context,
  transaction: BooksTransaction,
  { estimateId }: EstimatePayment,
): Promise<Estimate> {
  const estimate = await estimateWriter.find(transaction, estimateId)
  if (estimate === null) throw new Error('A payment refers to an estimate that is not there')
  return estimate
}

function appliedFault(field: string) {
  return inputFault(field, 'HAS_PAYMENTS', 'The payment was put to an invoice.')
}
