import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { useState } from 'react'
import { nodesOf } from '#data/list-nodes.ts'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import { requestOf } from '#forms/request.ts'
import { AreaField, ChoiceField, NumberField, TextField, useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import type { DoneRecord } from '#forms/sent-command.ts'
import { type ToEdit, useReading, useToEdit } from '#forms/use-reading.ts'
import type { ReadForm, Values } from '#forms/input-faults.ts'
import type { ProductChoicesQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'

export function ProductFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const { record: product, failure, again } = useToEdit(connection, 'product', id)
  const choices = useReading<ProductChoicesQuery>(requestOf(connection, 'ProductChoices'))
  return (
    <FormScreen
      {...{ connection, id }}
      form="product"
      isReady={(id === null || product !== undefined) && choices.data !== undefined}
      failure={failure ?? choices.failure}
      onRetry={() => {
        again()
        choices.again()
      }}
      onChange={again}
    >
      {(onDone) => (
        <ProductForm
          key={product?.modifiedAt ?? ''}
          {...{ connection, id, product, onDone }}
          choices={choices.data?.business}
        />
      )}
    </FormScreen>
  )
}

const NEW = {}

function ProductForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly product: ToEdit['product'] | undefined
  readonly choices: ProductChoicesQuery['business'] | undefined
  readonly onDone: (done: DoneRecord) => void
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
    </RecordForm>
  )
}

function productValues(product: ToEdit['product'], language: Locale): Values {
  const values = {
    name: product.name,
    description: product.description ?? '',
    unitPrice: writeDecimal(product.unitPrice, language),
    incomeAccountId: product.incomeAccount?.id ?? '',
    expenseAccountId: product.expenseAccount?.id ?? '',
  }
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}

/**
 * Returns the input of a product. A changed product includes every field; a new one omits blank fields.
 * @param language The language in which the price was typed.
 */
export function readProduct(
  values: Values,
  about: {
    readonly id: string | null
    readonly businessId: BusinessWireId | null
    readonly language: Locale
  },
): ReadForm {
  const { id, businessId, language } = about
  const price = readDecimal(values['unitPrice'] ?? '', language)
  if (price.kind !== 'number') {
    return {
      kind: 'wrong',
      errors: [{ path: ['unitPrice'], code: price.kind === 'empty' ? 'REQUIRED' : 'NUMBER' }],
    }
  }
  const [name, ...optional] = ['name', 'description', 'incomeAccountId', 'expenseAccountId'].map(
    (field) => [field, (values[field] ?? '').trim()] as const,
  )
  const given =
    id === null
      ? optional.filter(([, text]) => text !== '')
      : optional.map(([field, text]) => [field, text || null])
  return {
    kind: 'input',
    input: {
      ...(id === null ? { businessId } : { id }),
      name: name?.[1] ?? '',
      unitPrice: price.text,
      ...Object.fromEntries(given),
    },
  }
}
