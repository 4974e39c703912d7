import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { CashAheadQuery, CashAheadQueryVariables } from '#generated/operations.ts'
import { type FigureCurrency, parseMinor, parseMinorUnitValue, sumMinor } from '../amount.ts'
import { type AheadBooks, buildCashAhead, type CashAhead, type OwedTax } from '../cash-ahead.ts'
import { addDays, dayIn, firstDayOfYearUntil } from '../day.ts'
import { findPaidDay, type PaymentsByInvoice, usuallyLate } from '../habits.ts'
import { comparableOf } from '../own-currency.ts'
import { countInvoices, orUnavailable } from '../picture-facts.ts'
import type { Repeats } from '../repeating.ts'
import { askPages, readPayments } from './read-payments.ts'

export interface AheadFigures {
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly ahead: CashAhead
}

/** The most pages of transactions: with more, the forecast would be too slow. */
const MAX_PAGES = 16

type Reading = Pick<Parameters<FiguresReader>[0], 'connection' | 'atMs' | 'ask' | 'isOver'>
type Business = NonNullable<CashAheadQuery['business']>
type TransactionRow = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>
type InvoiceRow = NonNullable<Business['year']>['edges'][number]['node']

/** Expectations from a year of the books. They are stored for the overview, which has no time to read a year. */
export interface Expected {
  /** The day of the reading, in the business's time zone. */
  readonly on: string
  readonly repeating: readonly Repeats[]
  /** The usual delay in days of customers who owe something, by customer id; negative is early. */
  readonly usuallyLate: Readonly<Record<string, number>>
}

/** The most customers with a usual delay: those who owe most. */
const MOST_USUAL = 100

/** Reads a year of transactions, invoices and payments, and forecasts cash. If any are missing nothing is drawn or expected. */
export async function readAhead(
  reading: Reading,
): Promise<{ readonly figures: AheadFigures; readonly expected?: Expected }> {
  const { connection, atMs, ask } = reading
  const readAt = new Date(atMs).toISOString()
  const utcDay = dayIn({ zone: null, instant: readAt })
  const variables: CashAheadQueryVariables = {
    ...{ id: connection.businessId, from: firstDayOfYearUntil(addDays(utcDay, -1)), to: addDays(utcDay, 1) },
    ...{ page: 1, seesInvoices: connection.scopes.includes('invoice:read') },
    seesCustomers: connection.scopes.includes('customer:read'),
  }
  const { data } = await ask({ operationName: 'CashAhead', variables })
  const { business } = data as CashAheadQuery
  if (business == null) throw new Error('an answer without a business')
  const { currency, timezone } = business
  const about = { readAt, currency: { code: currency.code, exponent: currency.exponent } }
  const pages = Math.max(
    business.transactions?.pageInfo.totalPages ?? 1,
    business.year?.pageInfo.totalPages ?? 1,
  )
  const today = dayIn({ zone: timezone, instant: readAt })
  const nothing: Expected = { on: today, repeating: [], usuallyLate: {} }
  if (pages > MAX_PAGES)
    return { figures: { ...about, ahead: { form: 'unavailable', why: 'late' } }, expected: nothing }
  const further = await askPages(reading, { operationName: 'CashAhead', variables, pages })
  const answers = [business, ...further.map((each) => (each as CashAheadQuery).business)]
  const transactions = answers
    .flatMap((each) => each?.transactions?.edges ?? [])
    .flatMap(({ node }) => node ?? [])
  const invoices = answers.flatMap((each) => each?.year?.edges ?? []).map(({ node }) => node)
  const isWhole =
    business.accounts != null &&
    business.accounts.edges.length === business.accounts.pageInfo.totalCount &&
    transactions.length === business.transactions?.pageInfo.totalCount &&
    (!variables.seesInvoices || invoices.length === business.year?.pageInfo.totalCount)
  const { counted, excluded } = countInvoices(invoices)
  const paid = counted.filter((row) => row.total.minorUnitValue !== row.amountDue.minorUnitValue)
  const payments = await readPayments(reading, { id: variables.id, ids: paid.map(({ id }) => id) })
  if (!isWhole || paid.some(({ id }) => payments.get(id) == null))
    return {
      figures: { ...about, ahead: { form: 'unavailable', why: reading.isOver() ? 'late' : 'failed' } },
    }
  const read = orUnavailable(() => {
    const { kind } = comparableOf(counted, about.currency)
    const books = {
      cashMinor: cashOf(business, currency.exponent),
      movements: movementsOf(transactions, { exponent: currency.exponent, today }),
      invoices: invoicesOf(counted, { payments, currency: about.currency }),
    }
    const model = buildCashAhead(books, today)
    const facts = { excluded, isAbout: kind === 'about', tax: taxOf(business, currency.exponent) }
    const ahead: CashAhead = model.form === 'full' ? { ...model, ...facts } : model
    return { ahead, expected: { on: today, ...expectedOf(books.invoices, model) } }
  })
  if ('form' in read) return { figures: { ...about, ahead: read }, expected: nothing }
  return { figures: { ...about, ahead: read.ahead }, expected: read.expected }
}

function expectedOf(invoices: AheadBooks['invoices'], ahead: CashAhead): Omit<Expected, 'on'> {
  const owing = [...Map.groupBy(invoices, ({ customerId }) => customerId)]
    .flatMap(([customerId, own]) => {
      const dueMinor = sumMinor(own.filter(({ paidDay }) => paidDay === undefined).map(({ minor }) => minor))
      const late = usuallyLate(
        own.flatMap(({ dueDate, paidDay }) => (paidDay === undefined ? [] : [{ dueDate, paidDay }])),
      )
      return dueMinor > 0 && late !== undefined ? [{ customerId, dueMinor, late }] : []
    })
    .toSorted((one, other) => other.dueMinor - one.dueMinor)
    .slice(0, MOST_USUAL)
  return {
    repeating:
      ahead.form === 'full'
        ? ahead.repeating.map(({ cadence, onDay, minor, lastSeen }) => ({ cadence, onDay, minor, lastSeen }))
        : [],
    usuallyLate: Object.fromEntries(owing.map(({ customerId, late }) => [customerId, late])),
  }
}

function cashOf({ accounts }: Business, exponent: number): number {
  const balances = (accounts?.edges ?? []).map(({ node }) => node?.balanceInBusinessCurrency ?? '0')
  return sumMinor(balances.map((balance) => parseMinor(balance, exponent)))
}

/** Returns the owed tax. Undefined if nothing is owed, or if not every tax account was read. */
function taxOf({ taxes }: Business, exponent: number): OwedTax | undefined {
  const accounts = (taxes?.edges ?? []).flatMap(({ node }) => node ?? [])
  if (accounts.length !== taxes?.pageInfo.totalCount) return undefined
  const owed = accounts.map(({ id, normalBalanceType, balanceInBusinessCurrency }) => {
    const minor = parseMinor(balanceInBusinessCurrency ?? '0', exponent)
    return { id, minor: normalBalanceType === 'CREDIT' ? minor : -minor }
  })
  const minor = sumMinor(owed.map((account) => account.minor))
  const [only, ...others] = owed.filter((account) => account.minor !== 0)
  if (minor <= 0 || only === undefined) return undefined
  return { minor, accountId: others.length === 0 ? only.id : null }
}

/** Returns the movements until today. Payments of invoices and reversed transactions cannot repeat by themselves. */
function movementsOf(
  rows: readonly TransactionRow[],
  { exponent, today }: { readonly exponent: number; readonly today: string },
): AheadBooks['movements'] {
  const undone = new Set(rows.flatMap(({ reverses }) => (reverses == null ? [] : [reverses.id])))
  return rows
    .filter(({ date }) => date <= today)
    .map(({ id, date, description, kind, lines }) => {
      const amounts = lines.map(({ account, amountInBusinessCurrency, side }) => {
        const minor = parseMinor(amountInBusinessCurrency, exponent)
        const isCash = account.subtype.value === 'CASH_AND_BANK'
        return { account: account.id, isCash, minor: side === 'DEBIT' ? minor : -minor }
      })
      const [other] = amounts
        .filter(({ isCash }) => !isCash)
        .toSorted((one, two) => Math.abs(two.minor) - Math.abs(one.minor))
      return {
        ...{ id, day: date, name: description, account: other?.account ?? '' },
        minor: sumMinor(amounts.filter(({ isCash }) => isCash).map(({ minor }) => minor)),
        canRepeat: (kind === 'DEPOSIT' || kind === 'WITHDRAWAL') && !undone.has(id),
      }
    })
}

function invoicesOf(
  rows: readonly InvoiceRow[],
  { payments, currency }: { readonly payments: PaymentsByInvoice; readonly currency: FigureCurrency },
): AheadBooks['invoices'] {
  const { sum } = comparableOf(rows, currency)
  return rows.map((row) => {
    const own = (payments.get(row.id) ?? []).flatMap((payment) =>
      payment === null || payment.active === false || payment.paymentDate === null ? [] : [payment],
    )
    const customer = row.customer ?? { id: '', name: null }
    const converted = (minor: number) => sum([{ row, minor }]).minor
    return {
      ...{ id: row.id, customerId: customer.id, customer: customer.name },
      ...{ day: row.invoiceDate, dueDate: row.dueDate },
      minor: converted(parseMinorUnitValue(row.total.minorUnitValue)),
      payments: own.map(({ paymentDate, amount }) => ({
        day: paymentDate ?? '',
        minor: converted(parseMinor(amount ?? '0', row.total.currency.exponent)),
      })),
      paidDay: findPaidDay({ ...row, customer: { id: customer.id, name: '' }, payments: own }),
    }
  })
}
