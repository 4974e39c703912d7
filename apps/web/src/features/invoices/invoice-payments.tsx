import { Card } from '#ui/card.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { countedPayments, type OneInvoice } from './invoice-figures.ts'

/** What was paid, day by day; what was paid back is below zero. */
export function InvoicePayments(props: { readonly invoice: OneInvoice }) {
  const { invoice } = props
  const { t, format } = useWords()
  const words = usePartWords('invoices')
  const payments = countedPayments(invoice)
  const methods: Readonly<Record<string, string>> = words.method
  return (
    <Card title={words.payments}>
      {payments === undefined && <p>{t.failure.partial.row}</p>}
      {payments?.length === 0 && <p className="muted">{words.noPayments}</p>}
      {payments !== undefined && payments.length > 0 && (
        <ul className="entries">
          {payments.map(({ id, paymentDate, amount, paymentMethod, transactionType }) => (
            <li key={id}>
              <span>{paymentDate === null ? t.home.notGiven : format.day(paymentDate)}</span>
              <span className="muted">
                {transactionType === 'REFUND'
                  ? words.refund
                  : (methods[paymentMethod ?? ''] ?? words.method.UNSPECIFIED)}
              </span>
              <span className="amount">
                {amount === null ? '–' : format.amount(amount, invoice.currency.code)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
