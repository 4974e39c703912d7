import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { DoneNotice, type DoneRecord } from '#forms/done-notice.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { useReading } from '#forms/use-reading.ts'
import type { CustomerToEditQuery } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/paths.ts'
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
  const [done, setDone] = useState<DoneRecord>()
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
          <DoneNotice
            form="customer"
            verb={id === null ? 'customer-create' : 'customer-patch'}
            done={done}
            onAnew={() => setDone(undefined)}
            onChange={() => {
              setDone(undefined)
              reading.again()
            }}
          >
            {id === null && (
              <AppLink className="button-plain" to={formPath('invoice', null)}>
                {f.title['invoice-create']}
              </AppLink>
            )}
          </DoneNotice>
        )
      }
    </FormScreen>
  )
}
