import { SoldItems } from '#lists/sold-items.tsx'
import { usePartWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { InvoicePayments } from './invoice-payments.tsx'

/** What an invoice is of, and what was paid of it. */
export function InvoiceAmounts({ invoice }: { readonly invoice: OneInvoice }) {
  const words = usePartWords('invoices')
  return (
    <>
      {invoice.status === 'DRAFT' ? (
        <SoldItems sold={withoutDebt(invoice)} note={words.draftNote} />
      ) : (
        <SoldItems sold={invoice} />
      )}
      <InvoicePayments invoice={invoice} />
    </>
  )
}

/** Nobody owes what a draft comes to. */
function withoutDebt({ amountDue: _due, amountPaid: _paid, ...invoice }: OneInvoice) {
  return invoice
}
