import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { DoneNotice } from '#forms/done-notice.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { useReading } from '#forms/use-reading.ts'
import type { CustomerToEditQuery } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, formPath } from '#navigation/paths.ts'
import { CustomerForm } from './customer-form.tsx'

/** A new customer, or one that is changed. */
export function CustomerFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const { businessId } = connection
  const f = useFormWords()
  const reading = useReading<CustomerToEditQuery>(
    id === null
      ? undefined
      : { connectionId: connection.id, operationName: 'CustomerToEdit', variables: { businessId, id } },
  )
  const [done, setDone] = useState<{ readonly id: string | null; readonly label: string }>()
  const customer = reading.data?.business?.customer ?? undefined
  const isGone = reading.data !== undefined && customer === undefined
  const verb = id === null ? 'customer-create' : 'customer-patch'
  return (
    <FormScreen
      connection={connection}
      title={f.title[verb]}
      isReady={id === null || customer !== undefined}
      failure={isGone ? { kind: 'not_there' } : reading.failure}
      onRetry={reading.again}
    >
      {() =>
        done === undefined ? (
          <CustomerForm key={customer?.modifiedAt ?? ''} {...{ connection, id, customer }} onDone={setDone} />
        ) : (
          <CustomerDone
            {...done}
            isNew={id === null}
            onAnew={() => setDone(undefined)}
            onChange={() => {
              setDone(undefined)
              reading.again()
            }}
          />
        )
      }
    </FormScreen>
  )
}

/** What was saved, and where to go from here. */
function CustomerDone(props: {
  readonly id: string | null
  readonly label: string
  readonly isNew: boolean
  readonly onAnew: () => void
  readonly onChange: () => void
}) {
  const { id, isNew } = props
  const f = useFormWords()
  return (
    <DoneNotice label={f.what[isNew ? 'customer-create' : 'customer-patch'](props.label)}>
      {id !== null && (
        <AppLink className="button-plain" to={detailPath('customer', id)}>
          {f.act.see}
        </AppLink>
      )}
      {id !== null && (
        <AppLink className="button-plain" to={formPath('customer', id)} onFollow={props.onChange}>
          {f.act.change}
        </AppLink>
      )}
      <AppLink className="button-plain" to={formPath('customer', null)} onFollow={props.onAnew}>
        {f.act.another}
      </AppLink>
      {isNew && (
        <AppLink className="button-plain" to={formPath('invoice', null)}>
          {f.title['invoice-create']}
        </AppLink>
      )}
    </DoneNotice>
  )
}
