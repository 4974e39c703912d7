import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import { nodesOf } from '#data/list-nodes.ts'
import { requestOf } from '#forms/sent-command.ts'
import { writeDecimal } from '#forms/decimal-text.ts'
import { AreaField, ChoiceField, NumberField, TextField, useFormWords } from '#forms/form-fields.tsx'
import {
  inputUnless,
  type ReadForm,
  readNumber,
  textOf,
  textsOf,
  type Values,
  withoutBlanks,
} from '#forms/form-input.ts'
import { RecordFormScreen } from '#forms/form-screen.tsx'
import { useReading } from '#forms/use-reading.ts'
import type { ProductChoicesQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'

export function ProductFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const { locale } = useWords()
  const f = useFormWords()
  const choices = useReading<ProductChoicesQuery>(requestOf(connection, 'ProductChoices'))
  const business = choices.data?.business
  const about = { id, businessId: connection.businessId, language: locale }
  return (
    <RecordFormScreen
      {...props}
      noun="product"
      choices={choices}
      valuesOf={({ name, description, unitPrice, incomeAccount, expenseAccount }) =>
        withoutBlanks({
          ...{ name, description, unitPrice: writeDecimal(unitPrice, locale) },
          ...{ incomeAccountId: incomeAccount?.id, expenseAccountId: expenseAccount?.id },
        })
      }
      read={(values) => readProduct(values, about)}
    >
      <TextField name="name" label={f.field.name} />
      <NumberField
        name="unitPrice"
        label={business == null ? f.field.unitPrice : `${f.field.unitPrice} (${business.currency.code})`}
      />
      <AreaField name="description" label={f.field.description} isOptional />
      <ChoiceField
        name="incomeAccountId"
        label={f.field.incomeAccountId}
        choices={nodesOf(business?.income)}
        empty={f.field.none}
        isOptional
      />
      <ChoiceField
        name="expenseAccountId"
        label={f.field.expenseAccountId}
        choices={nodesOf(business?.expense)}
        empty={f.field.none}
        isOptional
      />
    </RecordFormScreen>
  )
}

/**
 * Returns the input of a product. A changed product includes every field; a new one omits blank fields.
 * @param about `language`: the language in which the price was typed.
 */
export function readProduct(
  values: Values,
  about: {
    readonly id: string | null
    readonly businessId: ConnectionView['businessId']
    readonly language: Locale
  },
): ReadForm {
  const { id, businessId, language } = about
  const price = readNumber(values, 'unitPrice', language)
  return inputUnless(price.errors, {
    ...(id === null ? { businessId } : { id }),
    name: textOf(values, 'name'),
    unitPrice: price.text,
    ...textsOf(values, ['description', 'incomeAccountId', 'expenseAccountId'], id === null),
  })
}
