import type { Locale } from '@counterfoil/bff-api/session'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import type { ReadForm } from '#forms/use-sending.ts'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import type { ProductToEditQuery } from '#generated/operations.ts'

export type ProductToEdit = NonNullable<NonNullable<ProductToEditQuery['business']>['product']>
type Values = Readonly<Record<string, string>>

/** What the form of a product begins with. */
export function productValues(product: ProductToEdit, language: Locale): Values {
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
 * What is sent for a product. One that is changed says every field; a new one leaves out what is blank.
 * @param language In which the price was typed.
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
  const told =
    id === null
      ? optional.filter(([, text]) => text !== '')
      : optional.map(([field, text]) => [field, text || null])
  return {
    kind: 'input',
    input: {
      ...(id === null ? { businessId } : { id }),
      name: name?.[1] ?? '',
      unitPrice: price.text,
      ...Object.fromEntries(told),
    },
  }
}
