import type { RowId } from '#books/book-ids.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type { RowSort } from '#books/row-store.ts'

/** A product as stored in the database. */
export type Product = Row<'Product'> & {
  readonly name: string
  readonly description: string | null
  /** The price in the currency of the business: decimal digits, at most 5 after the decimal point. */
  readonly unitPrice: string
  readonly incomeAccountId: RowId<'Account'> | null
  readonly expenseAccountId: RowId<'Account'> | null
  /** The ids of the default taxes, in their order. */
  readonly defaultSalesTaxIds: readonly RowId<'SalesTax'>[]
  readonly isArchived: boolean
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** The filter of a list of products. Null filters nothing. Time ranges include both ends. */
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

/** A change of a product. Undefined fields stay unchanged. */
export type ProductChange = { readonly [Name in keyof NewProduct]: NewProduct[Name] | undefined }
