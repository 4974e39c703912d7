import { formatDecimal, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'
import type { Account } from '#books/accounts/account.ts'
import { parseRowId, type RowId } from '#books/book-ids.ts'
import { SCALES } from '@counterfoil/money/document-totals'
import {
  createFieldReader,
  inputFault,
  notFoundFault,
  type FieldReader,
  type InputFault,
} from '#books/input-faults.ts'
import type { Books } from '#books/open-books.ts'
import type { AccountSubtypeValue } from '#books/reference/reference-data.ts'
import type { SalesTax } from '#books/sales-taxes/sales-tax.ts'
import type { NewProduct, Product, ProductChange } from './product.ts'
import type { ProductCreateInput, ProductPatchInput } from './products-schema.ts'

const MAX_NAME_CHARACTERS = 300
const MAX_DESCRIPTION_CHARACTERS = 2000
const MAX_TAXES = 10
const PRICE = { scale: SCALES.productPrice, min: '-999999999999', max: '999999999999' } as const

/** The input fields that name an account of a product, with the permitted types of account. */
const ACCOUNT_FIELDS = {
  incomeAccountId: new Set<AccountSubtypeValue>(['INCOME', 'DISCOUNTS', 'OTHER_INCOME']),
  expenseAccountId: new Set<AccountSubtypeValue>([
    'EXPENSE',
    'COST_OF_GOODS_SOLD',
    'PAYMENT_PROCESSING_FEES',
    'PAYROLL_EXPENSES',
  ]),
} as const
export type AccountField = keyof typeof ACCOUNT_FIELDS

/** The sent ids that need the books to be checked. Undefined for omitted fields. */
export type SentReferences = {
  readonly [Name in AccountField]: string | null | undefined
} & { readonly defaultSalesTaxIds: readonly string[] | null | undefined }

type Texts = Pick<ProductChange, 'name' | 'description' | 'unitPrice'>

/** Parses the input fields that can be checked without the books. */
export function readProductTexts(input: ProductCreateInput | ProductPatchInput): {
  readonly texts: Texts
  readonly faults: readonly InputFault[]
} {
  const fields = createFieldReader()
  const texts = {
    name: fields.someLine('name', input.name, MAX_NAME_CHARACTERS),
    description: fields.text('description', input.description, MAX_DESCRIPTION_CHARACTERS),
    unitPrice: fields.decimal('unitPrice', input.unitPrice, PRICE),
  }
  refuseManyTaxes(fields, input.defaultSalesTaxIds)
  return { texts, faults: fields.faults }
}

/** Returns a new product with defaults for omitted fields. */
export function newProductOf(change: ProductChange): NewProduct {
  return {
    name: change.name ?? '',
    description: change.description ?? null,
    unitPrice: change.unitPrice ?? '0',
    incomeAccountId: change.incomeAccountId ?? null,
    expenseAccountId: change.expenseAccountId ?? null,
    defaultSalesTaxIds: change.defaultSalesTaxIds ?? [],
  }
}

/** Returns the id of the account that a field names, or its fault. `account` is the account with that id in these books. */
export function judgeAccount(
  field: AccountField,
  sent: string,
  { account, present }: { readonly account: Account | null; readonly present: Product | null },
): RowId<'Account'> | InputFault {
  if (account === null) return notFoundFault(field, 'Account', sent)
  if (!ACCOUNT_FIELDS[field].has(account.subtypeValue)) {
    const allowed = [...ACCOUNT_FIELDS[field]].join(', ')
    return inputFault(field, 'INVALID', `The account must be of one of these subtypes: ${allowed}.`)
  }
  if (account.isArchived && present?.[field] !== account.id) {
    return inputFault(field, 'ARCHIVED', 'The account is archived.')
  }
  return account.id
}

/** Returns the ids of the named taxes in their order, and the faults of those that are unknown, repeated or archived. */
export function judgeTaxes(
  sent: readonly string[],
  {
    books,
    known,
    present,
  }: {
    readonly books: Books
    readonly known: readonly SalesTax[]
    readonly present: Product | null
  },
): { readonly ids: readonly RowId<'SalesTax'>[]; readonly faults: readonly InputFault[] } {
  const byId = new Map(known.map((salesTax) => [salesTax.id, salesTax]))
  const ids: RowId<'SalesTax'>[] = []
  const faults: InputFault[] = []
  for (const [index, text] of sent.entries()) {
    const place = ['defaultSalesTaxIds', String(index)]
    const id = parseRowId('SalesTax', text, books.businessId)
    const salesTax = id && byId.get(id)
    if (!salesTax) faults.push(notFoundFault(place, 'Sales tax', text))
    else if (ids.includes(salesTax.id)) {
      faults.push(inputFault(place, 'NOT_UNIQUE', `${salesTax.abbreviation} is there twice.`))
    } else if (salesTax.isArchived && !present?.defaultSalesTaxIds.includes(salesTax.id)) {
      faults.push(inputFault(place, 'ARCHIVED', `${salesTax.abbreviation} is archived.`))
    } else ids.push(salesTax.id)
  }
  return { ids, faults }
}

/** Formats the price with at least as many digits as its currency has, and no further trailing zeros. */
export function priceOf({ unitPrice, books }: Product): string {
  const price = parseDecimal(unitPrice)
  if (price === undefined) throw new Error('The price of a product is no decimal')
  return formatDecimal(roundDecimal(price, Math.max(price.scale, books.currency.exponent)))
}

function refuseManyTaxes(fields: FieldReader, sent: readonly string[] | null | undefined): void {
  if ((sent?.length ?? 0) <= MAX_TAXES) return
  fields.refuse('defaultSalesTaxIds', 'TOO_LONG', `defaultSalesTaxIds has more than ${MAX_TAXES} entries.`)
}
