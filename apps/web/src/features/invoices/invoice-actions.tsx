import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useFormWords } from '#forms/use-form-words.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { useWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { InvoiceDialog, type InvoiceDeed } from './invoice-dialog.tsx'

/** What can be done with an invoice, each behind a question that names it. */
export function InvoiceActions(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
  /** Told when the provider has said that it is done. */
  readonly onChanged: () => void
}) {
  const { connection, invoice } = props
  const { format } = useWords()
  const f = useFormWords()
  const [deed, setDeed] = useState<InvoiceDeed>()
  const isDraft = invoice.status === 'DRAFT'
  const payments = (invoice.payments ?? []).flatMap((payment) => payment ?? [])
  const act = (kind: Exclude<InvoiceDeed['kind'], 'payment-delete'>, label: string, isPlain = true) => (
    <button
      type="button"
      className={isPlain ? 'button-plain' : 'button-danger'}
      onClick={() => setDeed({ kind })}
    >
      {label}
    </button>
  )
  return (
    <div className="stack screen-only">
      <div className="actions">
        <AppLink className="button-plain" to={formPath('invoice', invoice.id)}>
          {f.act.edit}
        </AppLink>
        {isDraft && act('invoice-approve', f.act.approve)}
        {!isDraft && act('invoice-send', f.act.send)}
        {!isDraft && act('payment-create', f.act.pay)}
        {payments.length === 0 && act('invoice-delete', f.act.remove, false)}
        {payments.map((payment) => (
          <button
            key={payment.id}
            type="button"
            className="button-quiet"
            onClick={() =>
              setDeed({ kind: 'payment-delete', paymentId: payment.id, amount: payment.amount ?? '0' })
            }
          >
            {f.act.removePayment(format.money(payment.amount ?? '0', invoice.currency.code))}
          </button>
        ))}
      </div>
      {deed !== undefined && (
        <InvoiceDialog
          key={deed.kind}
          {...{ connection, invoice, deed }}
          businessCurrency={props.businessCurrency}
          onClose={() => setDeed(undefined)}
          onDone={() => {
            setDeed(undefined)
            props.onChanged()
          }}
        />
      )}
    </div>
  )
}
