import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { CashAheadQuery, CashAheadQueryVariables } from '#generated/operations.ts'
import { type FigureCurrency, parseMinor, parseMinorUnitValue, sumMinor } from '../amount.ts'
import { type AheadBooks, buildCashAhead, type CashAhead } from '../cash-ahead.ts'
import { addDays, dayIn, firstDayOfYearUntil } from '../day.ts'
import { findPaidDay } from '../habits.ts'
import { comparableOf } from '../own-currency.ts'
import { countInvoices, orUnavailable } from '../picture-facts.ts'
import { askInTurns, type PaymentsByInvoice, readPayments } from '../read-payments.ts'

/** The figures called `ahead`. */
export interface AheadFigures {
  /** An ISO instant. */
  readonly readAt: string
  readonly currency: FigureCurrency
  readonly ahead: CashAhead
}

/** With more, the line would come too late to be of use. */
const MAX_PAGES = 16

type Reading = Pick<Parameters<FiguresReader>[0], 'connection' | 'atMs' | 'ask' | 'isOver'>
type Business = NonNullable<CashAheadQuery['business']>
type TransactionRow = NonNullable<NonNullable<Business['transactions']>['edges'][number]['node']>
type InvoiceRow = NonNullable<Business['year']>['edges'][number]['node']

/** Reads a year of transactions, invoices and payments, and continues the line of cash. Without all of them nothing is drawn. */
export async function readAhead(reading: Reading): Promise<AheadFigures> {
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
  if (pages > MAX_PAGES) return { ...about, ahead: { form: 'unavailable', why: 'late' } }
  const further = await askInTurns(reading, {
    operationName: 'CashAhead',
    variables: Array.from({ length: pages - 1 }, (_, index) => ({ ...variables, page: index + 2 })),
  })
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
    return { ...about, ahead: { form: 'unavailable', why: reading.isOver() ? 'late' : 'failed' } }
  const today = dayIn({ zone: timezone, instant: readAt })
  const ahead = orUnavailable((): CashAhead => {
    const kinds = comparableOf(counted, about.currency).kind
    const model = buildCashAhead(
      {
        cashMinor: cashOf(business, currency.exponent),
        movements: movementsOf(transactions, { exponent: currency.exponent, today }),
        invoices: invoicesOf(counted, { payments, currency: about.currency }),
      },
      today,
    )
    return model.form === 'full' ? { ...model, excluded, isAbout: kinds === 'about' } : model
  })
  return { ...about, ahead }
}

function cashOf({ accounts }: Business, exponent: number): number {
  const balances = (accounts?.edges ?? []).map(({ node }) => node?.balanceInBusinessCurrency ?? '0')
  return sumMinor(balances.map((balance) => parseMinor(balance, exponent)))
}

/** Until today; a payment of an invoice, and one that was undone, cannot repeat by itself. */
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
