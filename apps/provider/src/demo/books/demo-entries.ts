import { firstRowIdAt, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { buildDepositEntry } from '#books/estimates/deposit-entry.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import { buildInvoiceEntry, type InvoiceFacts } from '#books/receivables/invoice-entry.ts'
import { type PaymentFacts, type SettledPayment, settlePayments } from '#books/receivables/settlement.ts'
import type { DemoProfile } from '../demo-data.ts'
import type { PlannedEstimate } from './plan-estimates.ts'
import { bankMinorOf, type PlannedMoney } from './plan-money.ts'
import { baseOf, type PlannedInvoice } from './plan-sales.ts'

/** The ids of the rows that a plan refers to. */
export type Catalogue = {
  /** Accounts by name; accounts of taxes also by `TAX:` and the abbreviation. */
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
  readonly sales: RowId<'Account'>
  readonly bank: RowId<'Account'>
  readonly taxAccounts: readonly RowId<'Account'>[]
  readonly customers: readonly {
    readonly id: RowId<'Customer'>
    readonly name: string
    readonly email: string
  }[]
  readonly products: readonly RowId<'Product'>[]
  readonly taxes: readonly RowId<'SalesTax'>[]
}

/** Returns `count` ids in the order of creation, beginning at an instant. */
export function idsFrom<Id extends string>(at: Date, count: number): readonly Id[] {
  return Array.from({ length: count }, (_, index) => idFrom<Id>(at, index))
}

/** Returns the id at a position among those of an instant; the first one by default. */
export function idFrom<Id extends string>(at: Date, index = 0): Id {
  return (BigInt(firstRowIdAt(at)) + BigInt(index)).toString() as Id
}

/** An invoice of the plan with its id and its entries. */
type EnteredInvoice = {
  readonly invoice: PlannedInvoice
  readonly id: RowId<'Invoice'>
  readonly at: Date
  readonly entry: Entry | null
  readonly payments: readonly {
    readonly id: RowId<'InvoicePayment'>
    readonly planned: PlannedInvoice['payments'][number]
    readonly facts: PaymentFacts
    /** The settlement; undefined for a draft, which has no entries. */
    readonly settled: SettledPayment | undefined
  }[]
}

/** An estimate of the plan with its ids and the entry of its deposit. */
type EnteredEstimate = {
  readonly estimate: PlannedEstimate
  readonly id: RowId<'Estimate'>
  readonly paymentId: RowId<'EstimatePayment'>
  readonly at: Date
  readonly invoiceId: RowId<'Invoice'> | null
  /** The paid part of the deposit. */
  readonly depositMinor: bigint
  readonly entries: readonly Entry[]
}

/** Books whose entries were posted. Their documents are written next. */
export type EnteredBooks = {
  readonly transaction: BooksTransaction
  readonly profile: DemoProfile
  readonly catalogue: Catalogue
  readonly invoices: readonly EnteredInvoice[]
  readonly estimates: readonly EnteredEstimate[]
  /** The ids of the entries of documents and payments, by document. */
  readonly entryIds: ReadonlyMap<string, RowId<'Transaction'>>
}

type Entering = {
  readonly transaction: BooksTransaction
  readonly catalogue: Catalogue
  readonly system: (key: SystemAccountKey) => Promise<RowId<'Account'>>
}

/** Returns noon of the day, or now if that is earlier. */
export function instantOn(day: string, now: Date): Date {
  return new Date(Math.min(Date.parse(`${day}T13:00:00Z`), now.getTime()))
}

/** Returns a different instant for each document of a day, so that their ids differ and are in the order of creation. */
function createdAt({ day }: { readonly day: string }, index: number, now: Date): Date {
  const atMs = Date.parse(`${day}T12:00:00Z`) + index * 100
  return new Date(Math.min(atMs, now.getTime() - 3_600_000 + index * 100))
}

/** Builds the entries of the invoices of a plan and of their payments. */
export async function enterInvoices(
  { transaction, catalogue, system }: Entering,
  invoices: readonly PlannedInvoice[],
): Promise<readonly EnteredInvoice[]> {
  const { books } = transaction
  const gainAccountId = await system('FX_GAIN')
  const lossAccountId = await system('FX_LOSS')
  const discounts = await system('DISCOUNTS')
  const entered: EnteredInvoice[] = []
  for (const [index, invoice] of invoices.entries()) {
    const { currency } = invoice
    const receivableAccountId = await system(`RECEIVABLE:${currency.code}`)
    const creditsAccountId = await system(`CREDITS:${currency.code}`)
    const at = createdAt(invoice, index, transaction.now)
    const id = idFrom<RowId<'Invoice'>>(at)
    const facts: InvoiceFacts = {
      invoiceId: id,
      invoiceNumber: invoice.number,
      customerId: catalogue.customers[invoice.customer]?.id ?? ('' as RowId<'Customer'>),
      day: invoice.day,
      currency,
      rate: invoice.rate,
      baseCurrency: books.currency,
      locale: books.locale,
      totalMinor: invoice.totals.totalMinor,
      receivableAccountId,
      charged: chargedOf(invoice, catalogue, discounts),
    }
    const payments = invoice.payments.map((planned, place) => ({
      paymentId: idFrom<RowId<'InvoicePayment'>>(at, place),
      day: planned.day,
      amountMinor: planned.amountMinor,
      baseReceivedMinor: baseOf(
        { base: books.currency },
        { currency, rate: planned.rate },
        planned.amountMinor,
      ),
      account:
        planned.origin === 'MANUAL'
          ? { id: catalogue.bank, currency: books.currency }
          : { id: creditsAccountId, currency },
      origin: planned.origin,
    }))
    const isDraft = invoice.life === 'DRAFT'
    const settled = isDraft
      ? []
      : settlePayments(facts, payments, { gainAccountId, lossAccountId, creditsAccountId })
    entered.push({
      ...{ invoice, id, at, entry: isDraft ? null : buildInvoiceEntry(facts) },
      payments: invoice.payments.flatMap((planned, place) => {
        const payment = payments[place]
        return payment === undefined
          ? []
          : [{ id: payment.paymentId, planned, facts: payment, settled: settled[place] }]
      }),
    })
  }
  return entered
}

function chargedOf(
  { totals, lines }: PlannedInvoice,
  { sales, taxAccounts }: Catalogue,
  discounts: RowId<'Account'>,
): InvoiceFacts['charged'] {
  const taxed = totals.lines[0]?.taxesMinor.length ?? 0
  const tax = (index: number) => totals.lines.reduce((sum, line) => sum + (line.taxesMinor[index] ?? 0n), 0n)
  return [
    ...(lines.length === 0 ? [] : [{ accountId: sales, amountMinor: totals.subtotalMinor }]),
    ...(totals.discountMinor === 0n ? [] : [{ accountId: discounts, amountMinor: -totals.discountMinor }]),
    ...taxAccounts.slice(0, taxed).map((accountId, index) => ({ accountId, amountMinor: tax(index) })),
  ]
}

/** Builds the entries of the paid deposits of a plan. */
export async function enterEstimates(
  { transaction: { books, now }, catalogue, system }: Entering,
  estimates: readonly PlannedEstimate[],
  invoices: readonly EnteredInvoice[],
): Promise<readonly EnteredEstimate[]> {
  const creditsAccountId = await system(`CREDITS:${books.currency.code}`)
  return estimates.map((estimate, index) => {
    const { number, customer, currency, rate, paidDay, depositMinor } = estimate
    const at = createdAt(estimate, index, now)
    const id = idFrom<RowId<'Estimate'>>(at)
    const paymentId = idFrom<RowId<'EstimatePayment'>>(at)
    const customerId = catalogue.customers[customer]?.id ?? ('' as RowId<'Customer'>)
    const paid = paidDay === null ? [] : [{ day: paidDay, amountMinor: depositMinor }]
    return {
      ...{ estimate, id, paymentId, at },
      invoiceId: estimate.invoice === null ? null : (invoices[estimate.invoice]?.id ?? null),
      depositMinor: paidDay === null ? 0n : depositMinor,
      entries: paid.map((payment) =>
        buildDepositEntry({
          ...{ ...payment, paymentId, creditsAccountId },
          estimate: { id, books, customerId, currency, number, rate },
          paymentAccount: { id: catalogue.bank, currencyCode: books.currency.code },
        }),
      ),
    }
  })
}

/** Builds the entry of money received or spent without a document. */
export function buildMoneyEntry(money: PlannedMoney, { accounts, bank }: Catalogue): Entry {
  const { kind, day, description, lines } = money
  const line = (accountId: RowId<'Account'>, minor: bigint) => ({
    ...{ accountId, amountMinor: minor, baseMinor: minor },
    book: 0 as const,
  })
  return buildEntry({ kind, day, description }, [
    line(bank, bankMinorOf(money)),
    ...lines.map(({ account, minor }) => line(accounts.get(account) ?? bank, minor)),
  ])
}
