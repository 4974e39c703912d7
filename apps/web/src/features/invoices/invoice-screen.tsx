import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { InvoiceDocument } from '#generated/operations.ts'
import { DetailScreen } from '#lists/detail-screen.tsx'
import { RecordDetail, useRecord } from '#lists/record-detail.tsx'
import { PATHS } from '#navigation/paths.ts'
import { usePartWords } from '#words/words.tsx'
import { oneInvoiceVariables } from './invoice-address.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceAmounts } from './invoice-amounts.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { InvoiceTimeline, InvoicePapers } from './invoice-timeline.tsx'
import { InvoiceLede } from './invoice-lede.tsx'

const NEEDS = 'invoice:read'

/** One invoice: for whom, what of, what was paid of it, how far it came. */
export function InvoiceScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <RecordDetail {...props} Content={Invoice} />
}

function Invoice(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const words = usePartWords('invoices')
  const read = useRecord(InvoiceDocument, oneInvoiceVariables(connection, id), {
    connection,
    needs: NEEDS,
  })
  const business = read.data?.business
  const invoice = business?.invoice
  const zone = business?.timezone ?? null
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={invoice}
      title={invoice ? words.one(invoice.invoiceNumber) : undefined}
      lede={invoice ? <InvoiceLede invoice={invoice} zone={zone} /> : undefined}
      listPath={PATHS.invoices}
      texts={words}
    >
      {(found: OneInvoice) => (
        <>
          <InvoiceActions
            connection={connection}
            invoice={found}
            businessCurrency={business?.currency.code}
            onChanged={read.retry}
          />
          <div className="columns">
            <div className="column">
              <InvoiceAmounts invoice={found} />
            </div>
            <div className="column">
              <InvoiceTimeline invoice={found} zone={zone} />
              <InvoicePapers invoice={found} businessCurrency={business?.currency.code} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}
