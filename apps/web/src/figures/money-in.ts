import { type FigureCurrency, parseMinor } from './amount.ts'
import { monthOf } from './day.ts'
import type { PaymentRow, PaymentsByInvoice } from './habits.ts'
import { buildInFromPayments, type InAndOut, type PaidOnDay, shownMonths } from './in-and-out.ts'
import { conversionOf, type InvoiceCurrency } from './own-currency.ts'
import { countInvoices, type InvoiceHead } from './picture-facts.ts'

/** The invoices with possible payments in the window, and these payments. */
export interface PaidInvoices {
  readonly rows: readonly InvoiceHead[]
  readonly payments: PaymentsByInvoice
  /** True while invoices are missing. */
  readonly isPart: boolean
}

/**
 * Builds P2 without transactions: payments of invoices less refunds, each at its own rate. A payment that was not read, or lacks
 * its day, amount or rate, makes every total "at least".
 *
 * @param about.window The first day of the first month that may be shown.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildMoneyIn(
  { rows, payments, isPart }: PaidInvoices,
  about: {
    readonly window: string
    readonly today: string
    readonly currency: FigureCurrency
  },
): InAndOut {
  const { window, today, currency } = about
  const activeOf = ({ id }: InvoiceHead) =>
    (payments.get(id) ?? [null]).filter((payment) => payment?.active !== false)
  const paid = rows.filter((row) => row.status !== 'DRAFT' && activeOf(row).length > 0)
  const { counted, excluded } = countInvoices(paid)
  const active = counted.flatMap((row) => activeOf(row).map((payment) => ({ row, payment })))
  const known = active.flatMap(({ row, payment }) => readPayment(payment, { row, own: currency }))
  const partial = isPart || known.length < active.length
  if (partial && known.length === 0) return { form: 'unavailable', why: 'failed', source: 'payments' }
  const [first = ''] = shownMonths({ window, present: monthOf(today) })
  const shown = known.filter(({ day }) => monthOf(day) >= first && day <= today)
  const isAbout = counted.some((row) => row.currency.code !== currency.code)
  const facts = { from: { payments: shown.length }, excluded, partial, isAbout }
  return buildInFromPayments({ payments: known, window, today, facts })
}

function readPayment(
  payment: PaymentRow | null,
  { row, own }: { readonly row: InvoiceCurrency; readonly own: FigureCurrency },
): readonly PaidOnDay[] {
  const { paymentDate: day, amount, exchangeRate = null } = payment ?? {}
  const paid = { currency: row.currency, exchangeRate }
  const { kind, sum } = conversionOf([paid], own)
  if (day == null || amount == null || kind === 'named') return []
  const minor = parseMinor(amount, row.currency.exponent ?? own.exponent)
  return [{ day, minor: sum([{ row: paid, minor }]).minor }]
}
