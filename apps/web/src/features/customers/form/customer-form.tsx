import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo, useState } from 'react'
import { AreaField, ChoiceField, type FieldProps, TextField, useFormWords } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import type { CustomerToEditQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'
import { namedCountries } from './countries.ts'
import {
  ADDRESS_FIELDS,
  CUSTOMER_FIELDS,
  customerCreateInput,
  customerFaults,
  customerPatchInput,
  customerValues,
} from './customer-input.ts'

const NEW = {}

/** The fields of a customer: all blank, or as the customer is now. */
export function CustomerForm(props: {
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
      read={(values) => {
        const errors = customerFaults(values)
        if (errors.length > 0) return { kind: 'wrong', errors }
        return {
          kind: 'input',
          input:
            id === null ? customerCreateInput(values, connection.businessId) : customerPatchInput(values, id),
        }
      }}
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
            {ADDRESS_FIELDS.map((name) => {
              const AddressField = name === 'countryCode' ? CountryField : TextField
              return <AddressField key={name} name={`address.${name}`} label={f.field[name]} />
            })}
          </fieldset>
        </>
      )}
    </RecordForm>
  )
}

/** A country, named and sorted in the reader's language; its value is the code of ISO 3166-1. */
function CountryField(props: FieldProps) {
  const { locale } = useWords()
  const f = useFormWords()
  const choices = useMemo(() => namedCountries(locale), [locale])
  return <ChoiceField {...props} choices={choices} empty={f.field.none} />
}
