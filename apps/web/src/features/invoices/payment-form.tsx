import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { dayIn } from '#figures/day.ts'
import { useFormWords } from '#forms/use-form-words.ts'
import { useReading } from '#forms/use-reading.ts'
import type { PaymentChoicesQuery } from '#generated/operations.ts'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { PaymentFields } from './payment-fields.tsx'
import { readPayment } from './payment-input.ts'

/** A payment that came in, with the account it came in on. */
export function PaymentForm(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
  readonly onDone: () => void
}) {
  const { connection, invoice } = props
  const { session } = useSession()
  const { t, locale, nowMs } = useWords()
  const f = useFormWords()
  const { id: connectionId, businessId } = connection
  const reading = useReading<PaymentChoicesQuery>({
    ...{ connectionId, operationName: 'PaymentChoices', variables: { businessId } },
  })
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const business = reading.data?.business
  if (reading.failure !== undefined)
    return (
      <FailureNotice failure={reading.failure} provider={session.provider.name} onRetry={reading.again} />
    )
  if (business == null) return <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
  const accounts = (business.accounts?.edges ?? []).flatMap(({ node }) => node ?? [])
  const isForeign = props.businessCurrency !== undefined && invoice.currency.code !== props.businessCurrency
  const about = {
    invoiceId: invoice.id,
    exchangeRate: isForeign ? invoice.exchangeRate : '1',
    language: locale,
  }
  const methods = Object.entries(f.field.methods).map(([id, name]) => ({ id, name }))
  return (
    <PaymentFields
      {...{ connection, invoice, accounts, methods }}
      today={dayIn({ zone: business.timezone, instant: openedAt })}
      read={(values) => readPayment(values, about)}
      onDone={props.onDone}
    />
  )
}
