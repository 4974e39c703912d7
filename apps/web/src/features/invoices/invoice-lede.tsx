import { dayIn } from '#figures/day.ts'
import { SoldTo } from '#lists/sold-items.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { statusName } from './invoice-columns.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { dueStanding } from './invoice-row.ts'

/** For whom an invoice is, and how it is on this day of the business. */
export function InvoiceLede(props: { readonly invoice: OneInvoice; readonly zone: string | null }) {
  const { invoice, zone } = props
  const { format, nowMs } = useWords()
  const words = usePartWords('invoices')
  const today = dayIn({ zone, instant: new Date(nowMs).toISOString() })
  const standing = dueStanding(invoice, today)
  const amount = format.amount(invoice.amountDue.value, invoice.currency.code)
  return (
    <>
      <SoldTo customer={invoice.customer} />
      {standing.kind === 'settled' ? (
        statusName(invoice.status, words)
      ) : (
        <>
          <strong>{amount}</strong>{' '}
          {standing.kind === 'late' && <span className="late">{words.daysLate(standing.days)}</span>}
          {standing.kind === 'today' && words.dueToday}
          {standing.kind === 'later' && words.dueOn(format.day(invoice.dueDate))}
        </>
      )}
    </>
  )
}
