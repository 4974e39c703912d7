import type { RowId } from '#books/book-ids.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type { RowSort } from '#books/row-store.ts'

export type ProductId = RowId<'Product'>

/** A product as the database has it. */
export type Product = Row<'Product'> & {
  readonly name: string
  readonly description: string | null
  /** Decimal digits, at most 5 after the point, in the currency of the business. */
  readonly unitPrice: string
  readonly incomeAccountId: RowId<'Account'> | null
  readonly expenseAccountId: RowId<'Account'> | null
  /** In their order. */
  readonly defaultSalesTaxIds: readonly RowId<'SalesTax'>[]
  readonly isArchived: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Which products; null filters nothing. Both ends of a span of time belong to it. */
export type ProductFilter = {
  readonly isArchived: boolean | null
  readonly isBought: boolean | null
  readonly isSold: boolean | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  readonly sort: readonly RowSort[]
}

export type ProductPage = RowPage<Product>

export type ProductReader = RowReader<'Product', Product, ProductFilter>

export type NewProduct = Pick<
  Product,
  'name' | 'description' | 'unitPrice' | 'incomeAccountId' | 'expenseAccountId' | 'defaultSalesTaxIds'
>

/** Undefined fields stay unchanged. */
export type ProductChange = { readonly [Name in keyof NewProduct]: NewProduct[Name] | undefined }
