import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { type RowStore, readNamed } from '#books/row-reader.ts'
import {
  createRowStore,
  findRow,
  findRows,
  insertRow,
  onlyRow,
  orderOf,
  updateRow,
  type RowTable,
  type ColumnsOf,
} from '#books/row-store.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { Database } from '#database/database.ts'
import type { NewProduct, Product, ProductChange, ProductFilter } from './product.ts'

type ProductId = RowId<'Product'>

const TABLE: RowTable<ColumnsOf<'Product', Product>, Product> = {
  name: 'products',
  columns: sql`r.business_id, r.id::text as id, r.name, r.description, trim_scale(r.unit_price)::text as "unitPrice",
    r.income_account_id::text as "incomeAccountId", r.expense_account_id::text as "expenseAccountId",
    r.is_archived as "isArchived", r.created_at as "createdAt", r.modified_at as "modifiedAt", array(
      select t.sales_tax_id::text from product_taxes t
      where t.business_id = r.business_id and t.product_id = r.id order by t.position
    ) as "defaultSalesTaxIds"`,
  readRow: readNamed,
}

/** Creates the store that reads products of opened books. */
export function createProductStore(db: Database): RowStore<'Product', Product, ProductFilter> {
  return createRowStore(db, TABLE, { conditionsOf, orderOf })
}

/** Writes products inside the transaction of a command, which holds the lock of the books. */
export const productWriter = {
  async create(transaction: BooksTransaction, product: NewProduct): Promise<Product> {
    const { id } = await insertRow(transaction, TABLE, valuesOf(product))
    await writeTaxes(transaction, id, product.defaultSalesTaxIds)
    return onlyRow(await findRows(transaction, TABLE, [id]))
  },

  find: (transaction: BooksTransaction, id: ProductId): Promise<Product | null> =>
    findRow(transaction, TABLE, id),

  /** Returns the existing products among the ids, in any order. */
  findMany: (transaction: BooksTransaction, ids: readonly ProductId[]): Promise<readonly Product[]> =>
    findRows(transaction, TABLE, ids),

  async change(transaction: BooksTransaction, id: ProductId, change: ProductChange): Promise<Product> {
    await updateRow(transaction, TABLE, { id, values: valuesOf(change) })
    if (change.defaultSalesTaxIds !== undefined) {
      await sql`delete from product_taxes
        where business_id = ${transaction.books.businessId} and product_id = ${id}::bigint`.execute(
        transaction.trx,
      )
      await writeTaxes(transaction, id, change.defaultSalesTaxIds)
    }
    return onlyRow(await findRows(transaction, TABLE, [id]))
  },

  archive: (transaction: BooksTransaction, id: ProductId): Promise<Product> =>
    updateRow(transaction, TABLE, { id, values: { is_archived: true } }),
}

function conditionsOf(filter: ProductFilter): readonly (RawBuilder<unknown> | null)[] {
  const { isArchived, isBought, isSold, modifiedAtAfter, modifiedAtBefore } = filter
  return [
    isArchived === null ? null : sql`r.is_archived = ${isArchived}`,
    isBought === null ? null : sql`(r.expense_account_id is not null) = ${isBought}`,
    isSold === null ? null : sql`(r.income_account_id is not null) = ${isSold}`,
    modifiedAtAfter === null ? null : sql`r.modified_at >= ${modifiedAtAfter}`,
    modifiedAtBefore === null ? null : sql`r.modified_at <= ${modifiedAtBefore}`,
  ]
}

async function writeTaxes(
  { trx, books }: BooksTransaction,
  id: ProductId,
  salesTaxIds: NewProduct['defaultSalesTaxIds'],
): Promise<void> {
  if (salesTaxIds.length === 0) return
  await sql`
    insert into product_taxes (business_id, product_id, position, sales_tax_id)
    select ${books.businessId}, ${id}::bigint, new.position, new.id
    from unnest(${salesTaxIds}::bigint[]) with ordinality as new (id, position)`.execute(trx)
}

function valuesOf(product: NewProduct | ProductChange): Readonly<Record<string, unknown>> {
  const { name } = product
  return {
    name,
    name_key: name === undefined ? undefined : sortKeyOf(name),
    description: product.description,
    unit_price: product.unitPrice,
    income_account_id: product.incomeAccountId,
    expense_account_id: product.expenseAccountId,
  }
}
