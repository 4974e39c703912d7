import { parseMinor } from '#figures/amount.ts'
import type { InvoiceQuery } from '#generated/operations.ts'

type Business = NonNullable<InvoiceQuery['business']>

/** An invoice with all data of the invoice page. Amounts are decimal text in its currency. */
export type OneInvoice = NonNullable<Business['invoice']>
type Payment = NonNullable<NonNullable<OneInvoice['payments']>[number]>

/** Returns the payments of an invoice without those that were removed; undefined if the payments could not be read. */
export function countedPayments({ payments }: Pick<OneInvoice, 'payments'>): readonly Payment[] | undefined {
  return payments?.filter((payment) => payment !== null).filter(({ active }) => active !== false)
}

/** A step of an invoice's status timeline, in order; `at` is undefined until the step is taken. */
export interface TimelineStep {
  /** The key of the step's message. */
  readonly kind: 'created' | 'sent' | 'opened' | 'dueStep' | 'paidStep'
  /** An instant, or a day for a step without a clock time; the day is null if unknown. */
  readonly at: { readonly instant: string } | { readonly day: string | null } | undefined
}

/** Returns the status timeline of an invoice: created, sent, opened, due, paid. An opening before the latest sending counts. */
export function invoiceTimeline(invoice: OneInvoice): readonly TimelineStep[] {
  const instant = (at: string | null) => (at === null ? undefined : { instant: at })
  return [
    { kind: 'created', at: { instant: invoice.createdAt } },
    { kind: 'sent', at: instant(invoice.lastSentAt) },
    { kind: 'opened', at: instant(invoice.lastViewedAt) },
    { kind: 'dueStep', at: { day: invoice.dueDate } },
    { kind: 'paidStep', at: paidInFull(invoice) },
  ]
}

/** Returns the day on which the amount due became zero, also of a credit note; null if unknown. Undefined while unpaid. */
function paidInFull(invoice: OneInvoice): { readonly day: string | null } | undefined {
  const { total, amountDue, currency, status } = invoice
  const sign = total.value.startsWith('-') ? -1 : 1
  const minor = (value: string) => sign * parseMinor(value, currency.exponent)
  if (status === 'DRAFT' || minor(amountDue.value) > 0) return undefined
  let left = minor(total.value)
  let day: string | null = null
  for (const each of countedPayments(invoice)?.toSorted(byDay) ?? []) {
    left -= minor(each.amount ?? '0')
    day = left > 0 ? null : (day ?? each.paymentDate)
  }
  return { day }
}

function byDay({ paymentDate: one }: Payment, { paymentDate: other }: Payment): number {
  return (one ?? '') < (other ?? '') ? -1 : 1
}
