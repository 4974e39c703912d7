import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { nodesOf } from '#data/list-nodes.ts'
import { AreaField, ChoiceField, NumberField, TextField } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import type { ProductChoicesQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'
import { productValues, readProduct, type ProductToEdit } from './product-input.ts'

const NEW = {}

/** The fields of a product: all blank, or as the product is now. */
export function ProductForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly product: ProductToEdit | undefined
  readonly choices: ProductChoicesQuery['business'] | undefined
  readonly onDone: (done: { readonly id: string | null; readonly label: string }) => void
}) {
  const { connection, id, product, choices } = props
  const { locale } = useWords()
  const f = useFormWords()
  const [initial] = useState(() => (product === undefined ? NEW : productValues(product, locale)))
  const about = { id, businessId: connection.businessId, language: locale }
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'product-create' : 'product-patch'}
      recordId={id}
      initial={initial}
      modifiedAt={product?.modifiedAt ?? null}
      label={({ name = '' }) => name}
      save={f.act.save}
      onDone={props.onDone}
      read={(values) => readProduct(values, about)}
    >
      {() => (
        <>
          <TextField name="name" label={f.field.name} />
          <NumberField
            name="unitPrice"
            label={choices == null ? f.field.unitPrice : `${f.field.unitPrice} (${choices.currency.code})`}
          />
          <AreaField name="description" label={f.field.description} isOptional />
          <ChoiceField
            name="incomeAccountId"
            label={f.field.incomeAccountId}
            choices={nodesOf(choices?.income)}
            empty={f.field.none}
            isOptional
          />
          <ChoiceField
            name="expenseAccountId"
            label={f.field.expenseAccountId}
            choices={nodesOf(choices?.expense)}
            empty={f.field.none}
            isOptional
          />
        </>
      )}
    </RecordForm>
  )
}
