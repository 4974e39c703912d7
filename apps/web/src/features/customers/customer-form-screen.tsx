import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { AreaField, TextField } from '#forms/form-fields.tsx'
import { DoneNotice } from '#forms/done-notice.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useReading } from '#forms/use-reading.ts'
import type { CustomerToEditQuery } from '#gql/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { detailPath } from '#navigation/paths.ts'
import {
  ADDRESS_FIELDS,
  CUSTOMER_FIELDS,
  customerCreateInput,
  customerPatchInput,
  customerValues,
} from './customer-input.ts'

const NEW = {}

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

function CustomerForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly customer: NonNullable<CustomerToEditQuery['business']>['customer'] | undefined
  readonly onDone: (done: { readonly id: string | null; readonly label: string }) => void
}) {
  const { connection, id, customer } = props
  const f = useFormWords()
  const [initial] = useState(() => (customer == null ? NEW : customerValues(customer)))
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'customer-create' : 'customer-patch'}
      recordId={id}
      initial={initial}
      modifiedAt={customer?.modifiedAt ?? null}
      label={({ name = '' }) => name}
      save={f.act.save}
      onDone={props.onDone}
      read={(values) => ({
        kind: 'input',
        input:
          id === null ? customerCreateInput(values, connection.businessId) : customerPatchInput(values, id),
      })}
    >
      {() => (
        <>
          {CUSTOMER_FIELDS.map((name) =>
            name === 'internalNotes' ? (
              <AreaField key={name} name={name} label={f.field[name]} isOptional />
            ) : (
              <TextField
                key={name}
                name={name}
                label={f.field[name]}
                isOptional={name !== 'name'}
                type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
                {...(name === 'email' ? { hint: f.hint.email } : {})}
              />
            ),
          )}
          <fieldset>
            <legend>{f.field.optional(f.field.address)}</legend>
            {ADDRESS_FIELDS.map((name) => (
              <TextField key={name} name={`address.${name}`} label={f.field[name]} />
            ))}
          </fieldset>
        </>
      )}
    </RecordForm>
  )
}
