import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AllowPanel } from '#forms/allow-panel.tsx'
import { DoneNotice } from '#forms/done-notice.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { detailPath } from '#navigation/paths.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { TAXES, useInvoiceReading } from './use-invoice-reading.ts'

/** A new invoice, or one that is changed. */
export function InvoiceFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const f = useFormWords()
  const reading = useInvoiceReading(connection, id)
  const [done, setDone] = useState<{ readonly id: string | null; readonly label: string }>()
  return (
    <FormScreen
      connection={connection}
      title={f.title[id === null ? 'invoice-create' : 'invoice-patch']}
      isReady={reading.lacksTaxes || reading.isReady}
      failure={reading.failure}
      onRetry={reading.again}
    >
      {() => {
        if (reading.lacksTaxes)
          return <AllowPanel connection={connection} want={[TAXES]} onLater={() => history.back()} />
        if (done === undefined)
          return (
            <InvoiceForm
              key={reading.invoice?.modifiedAt ?? ''}
              {...{ connection, id }}
              invoice={reading.invoice}
              choices={reading.choices}
              onDone={setDone}
            />
          )
        return (
          <DoneNotice label={f.what[id === null ? 'invoice-create' : 'invoice-patch'](done.label)}>
            {done.id !== null && (
              <AppLink className="button-plain" to={detailPath('invoice', done.id)}>
                {f.act.see}
              </AppLink>
            )}
            <AppLink
              className="button-plain"
              to={formPath('invoice', null)}
              onFollow={() => setDone(undefined)}
            >
              {f.act.another}
            </AppLink>
          </DoneNotice>
        )
      }}
    </FormScreen>
  )
}
