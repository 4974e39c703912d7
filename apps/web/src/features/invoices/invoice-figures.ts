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
export interface JourneyStep {
  readonly kind: 'created' | 'sent' | 'opened' | 'due' | 'paid'
  /** An instant, or a day for what has no clock time. */
  readonly at: { readonly instant: string } | { readonly day: string } | undefined
}

/** How far an invoice came: written, sent, opened, due, paid. An opening before the last sending is still one. */
export function invoiceJourney(
  invoice: Pick<OneInvoice, 'createdAt' | 'lastSentAt' | 'lastViewedAt' | 'dueDate' | 'status' | 'payments'>,
): readonly JourneyStep[] {
  const instant = (at: string | null) => (at === null ? undefined : { instant: at })
  const paidDay = ['PAID', 'OVERPAID'].includes(invoice.status)
    ? countedPayments(invoice)
        ?.map(({ paymentDate }) => paymentDate ?? '')
        .toSorted()
        .at(-1)
    : undefined
  return [
    { kind: 'created', at: { instant: invoice.createdAt } },
    { kind: 'sent', at: instant(invoice.lastSentAt) },
    { kind: 'opened', at: instant(invoice.lastViewedAt) },
    { kind: 'due', at: { day: invoice.dueDate } },
    { kind: 'paid', at: paidDay === undefined || paidDay === '' ? undefined : { day: paidDay } },
  ]
}
