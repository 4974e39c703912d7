import { parseMinor } from './amount.ts'
import { countInvoices, type InvoiceHead } from './counted-invoices.ts'
import { monthOf } from './day.ts'
import type { PaymentRow } from './habits.ts'
import { buildInFromPayments, shownMonths, type InAndOut, type PaidOnDay } from './in-and-out.ts'
import type { PaymentsByInvoice } from './read-payments.ts'

/** The invoices of which something may have been paid in the window, and their payments. */
export interface PaidInvoices {
  readonly rows: readonly InvoiceHead[]
  readonly payments: PaymentsByInvoice
  /** True while invoices are missing. */
  readonly isPart: boolean
}

/**
 * P2 where the provider offers no transactions: what was paid of invoices in the currency of the business, less what was paid
 * back. A payment that did not come, or does not say its day or amount, makes every total "at least".
 *
 * @param about.window The first day of the first month that may be shown.
 * @throws AmountRefused for an amount that cannot be held
 */
export function buildMoneyIn(
  { rows, payments, isPart }: PaidInvoices,
  about: {
    readonly window: string
    readonly today: string
    readonly currency: { readonly code: string; readonly exponent: number }
  },
): InAndOut {
  const { window, today, currency } = about
  const activeOf = ({ id }: InvoiceHead) =>
    (payments.get(id) ?? [null]).filter((payment) => payment?.active !== false)
  const paid = rows.filter((row) => row.status !== 'DRAFT' && activeOf(row).length > 0)
  const { counted, excluded } = countInvoices(paid, currency.code)
  const active = counted.flatMap(activeOf)
  const known = active.flatMap((payment) => readPayment(payment, currency.exponent))
  const partial = isPart || known.length < active.length
  if (partial && known.length === 0) return { form: 'unavailable', why: 'failed', source: 'payments' }
  const [first = ''] = shownMonths({ window, present: monthOf(today) })
  const shown = known.filter(({ day }) => monthOf(day) >= first && day <= today)
  const facts = { from: { payments: shown.length }, excluded, partial }
  return buildInFromPayments({ payments: known, window, today, facts })
}

function readPayment(payment: PaymentRow | null, exponent: number): readonly PaidOnDay[] {
  const { paymentDate: day, amount } = payment ?? {}
  return day == null || amount == null ? [] : [{ day, minor: parseMinor(amount, exponent) }]
}
