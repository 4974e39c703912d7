import {
  type CurrencyAmount,
  type FigureCurrency,
  type MoneySum,
  parseMinor,
  parseMinorUnitValue,
  sumMinor,
} from './amount.ts'
import { dayIn } from './day.ts'
import { conversionOf } from './own-currency.ts'
import { compareTexts, countInvoices, type InvoiceHead } from './picture-facts.ts'

interface LookedAtRow extends InvoiceHead {
  readonly invoiceNumber: string
  readonly dueDate: string
  readonly lastViewedAt: string | null
  readonly customer: { readonly id: string; readonly name: string }
  readonly amountDue: {
    readonly minorUnitValue: string
    readonly currency: { readonly code: string; readonly exponent: number }
  }
  /** Null if payments were not read: they are then not reported. */
  readonly payments?:
    | readonly ({
        readonly amount: string | null
        readonly active: boolean | null
        readonly createdAt: string
      } | null)[]
    | null
}

export interface SinceLastLookModel {
  /** The time of the person's last visit. */
  readonly since: string
  /** The payments recorded since, by customer; most recent first. Refunds are not included. */
  readonly paid: readonly { readonly customer: string; readonly amount: CurrencyAmount }[]
  /** The invoices whose due day has passed since, and their amount due. */
  readonly late: {
    readonly invoices: number
    readonly total: MoneySum & FigureCurrency
    /** True if amounts in other currencies were converted. */
    readonly isAbout?: boolean
  }
  /** The invoices that were opened since; most recent first. */
  readonly opened: readonly { readonly id: string; readonly number: string; readonly customer: string }[]
}

/**
 * Builds the changes since the person's last visit, from timestamps alone. Undefined if there are none: then there is no box.
 *
 * @param about.since Instant of the last visit.
 * @param about.now Instant at which the rows were read.
 */
export function buildSinceLastLook(
  rows: readonly LookedAtRow[],
  about: {
    readonly since: string
    readonly now: string
    readonly timezone: string | null
    readonly currency: FigureCurrency
  },
): SinceLastLookModel | undefined {
  const { since, now, timezone, currency } = about
  const { counted } = countInvoices(rows)
  const isNew = (instant: string | null) =>
    instant !== null && Date.parse(instant) > Date.parse(since) && Date.parse(instant) <= Date.parse(now)
  const dayOf = (instant: string) => dayIn({ zone: timezone, instant })
  const days = { from: dayOf(since), to: dayOf(now) }
  const late = counted.filter(
    (row) =>
      row.dueDate >= days.from &&
      row.dueDate < days.to &&
      parseMinorUnitValue(row.amountDue.minorUnitValue) > 0,
  )
  const opened = counted
    .filter(({ lastViewedAt }) => isNew(lastViewedAt))
    .toSorted(
      (one, other) =>
        compareTexts(other.lastViewedAt ?? '', one.lastViewedAt ?? '') || compareTexts(one.id, other.id),
    )
  const { kind, sum } = conversionOf(late, currency)
  const model: SinceLastLookModel = {
    since,
    paid: findPaid(counted, isNew),
    late: {
      invoices: late.length,
      total: {
        ...currency,
        ...sum(late.map((row) => ({ row, minor: parseMinorUnitValue(row.amountDue.minorUnitValue) }))),
      },
      ...(kind === 'about' ? { isAbout: true } : {}),
    },
    opened: opened.map(({ id, invoiceNumber: number, customer }) => ({
      id,
      number,
      customer: customer.name,
    })),
  }
  return model.paid.length + model.opened.length + late.length === 0 ? undefined : model
}

/** Returns one line for each customer and currency, however many payments there were. */
function findPaid(
  rows: readonly LookedAtRow[],
  isNew: (instant: string) => boolean,
): SinceLastLookModel['paid'] {
  const sums = new Map<string, { customer: string; amount: CurrencyAmount; lastAt: string }>()
  for (const { customer, amountDue, payments } of rows) {
    const { code, exponent } = amountDue.currency
    for (const payment of payments ?? []) {
      if (payment === null || payment.active === false || !isNew(payment.createdAt)) continue
      const key = `${customer.id} ${code}`
      const known = sums.get(key)
      const minor = sumMinor([known?.amount.minor ?? 0, parseMinor(payment.amount ?? '0', exponent)])
      const lastAt =
        known === undefined || known.lastAt < payment.createdAt ? payment.createdAt : known.lastAt
      sums.set(key, { customer: customer.name, amount: { minor, code, exponent }, lastAt })
    }
  }
  return [...sums.values()]
    .filter(({ amount }) => amount.minor > 0)
    .toSorted(
      (one, other) => compareTexts(other.lastAt, one.lastAt) || compareTexts(one.customer, other.customer),
    )
    .map(({ customer, amount }) => ({ customer, amount }))
}
