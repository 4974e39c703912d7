import { parseMinor } from '#figures/amount.ts'
import type { InvoiceQuery } from '#generated/operations.ts'

type Business = NonNullable<InvoiceQuery['business']>

/** An invoice with everything its page tells. Amounts are decimal text in its currency. */
export type OneInvoice = NonNullable<Business['invoice']>
type Payment = NonNullable<NonNullable<OneInvoice['payments']>[number]>

/** What was paid, without what was taken back; undefined when it did not come. */
export function countedPayments({ payments }: Pick<OneInvoice, 'payments'>): readonly Payment[] | undefined {
  return payments?.filter((payment) => payment !== null).filter(({ active }) => active !== false)
}

/** One step on the way of an invoice, in the order of the way; without a time it has not been taken yet. */
export interface TimelineStep {
  /** As its message is called. */
  readonly kind: 'created' | 'sent' | 'opened' | 'dueStep' | 'paidStep'
  /** An instant, or a day for what has no clock time: null if it is not known. */
  readonly at: { readonly instant: string } | { readonly day: string | null } | undefined
}

/** How far an invoice came: written, sent, opened, due, paid. An opening before the last sending is still one. */
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

/** The day since which nothing has been left to pay, or to pay back of a credit note. */
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
