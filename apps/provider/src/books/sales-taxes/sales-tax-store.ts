import { sql } from 'kysely'
import { accountWriter } from '#books/accounts/account-store.ts'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { type RowStore, readNamed } from '#books/row-reader.ts'
import {
  createRowStore,
  findRow,
  findRows,
  insertRow,
  nextRowId,
  onlyRow,
  readRowsOf,
  updateRow,
  type RowTable,
  type ColumnsOf,
} from '#books/row-store.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { Database } from '#database/database.ts'
import { abbreviationKeyOf } from './sales-tax-rules.ts'
import type { SalesTax, SalesTaxFilter, SalesTaxRate } from './sales-tax.ts'

type SalesTaxId = RowId<'SalesTax'>

type NewSalesTax = Pick<
  SalesTax,
  | 'name'
  | 'abbreviation'
  | 'description'
  | 'taxNumber'
  | 'showTaxNumberOnInvoices'
  | 'isCompound'
  | 'isRecoverable'
  | 'rates'
>

/** A change of a sales tax. Undefined fields stay unchanged. */
type SalesTaxChange = {
  readonly [Name in keyof Omit<NewSalesTax, 'isCompound' | 'isRecoverable'>]: NewSalesTax[Name] | undefined
}

const TABLE: RowTable<ColumnsOf<'SalesTax', SalesTax>, SalesTax> = {
  name: 'sales_taxes',
  columns: sql`r.business_id, r.id::text as id, r.account_id::text as "accountId", r.name, r.abbreviation, r.description,
    r.tax_number as "taxNumber", r.show_tax_number_on_invoices as "showTaxNumberOnInvoices", r.is_compound as "isCompound",
    r.is_recoverable as "isRecoverable", r.is_archived as "isArchived", r.created_at as "createdAt",
    r.modified_at as "modifiedAt", coalesce((
      select json_agg(json_build_object('effective', s.effective::text, 'rate', trim_scale(s.rate)::text) order by s.effective)
      from sales_tax_rates s where s.business_id = r.business_id and s.sales_tax_id = r.id
    ), '[]') as rates`,
  readRow: readNamed,
}

/** Creates the store that reads sales taxes of opened books, sorted by name. */
export function createSalesTaxStore(db: Database): RowStore<'SalesTax', SalesTax, SalesTaxFilter> {
  return createRowStore(db, TABLE, {
    conditionsOf: ({ isArchived, modifiedAtAfter, modifiedAtBefore }: SalesTaxFilter) => [
      isArchived === null ? null : sql`r.is_archived = ${isArchived}`,
      modifiedAtAfter === null ? null : sql`r.modified_at >= ${modifiedAtAfter}`,
      modifiedAtBefore === null ? null : sql`r.modified_at <= ${modifiedAtBefore}`,
    ],
    orderOf: () => sql`r.name_key, r.id`,
  })
}

/** Writes sales taxes inside the transaction of a command, which holds the lock of the books. */
export const salesTaxWriter = {
  async create(transaction: BooksTransaction, salesTax: NewSalesTax): Promise<SalesTax> {
    const id = await nextTaxId(transaction)
    const account = await accountWriter.create(transaction, {
      systemKey: `TAX:${id}`,
      name: salesTax.name,
      description: `What is owed for ${salesTax.abbreviation}.`,
      displayId: null,
      currencyCode: transaction.books.currency.code,
      subtypeValue: 'SALES_TAX',
      canArchive: false,
    })
    await insertRow(transaction, TABLE, { ...valuesOf(salesTax), account_id: account.id }, id)
    await writeRates(transaction, id, salesTax.rates)
    return onlyRow(await findRows(transaction, TABLE, [id]))
  },

  find: (transaction: BooksTransaction, id: SalesTaxId): Promise<SalesTax | null> =>
    findRow(transaction, TABLE, id),

  /** Returns the existing sales taxes among the ids, in any order. */
  findMany: (transaction: BooksTransaction, ids: readonly SalesTaxId[]): Promise<readonly SalesTax[]> =>
    findRows(transaction, TABLE, ids),

  /** Finds a tax, also an archived one, by the abbreviation that documents show, without regard to case. */
  async findByAbbreviation({ trx, books }: BooksTransaction, abbreviation: string): Promise<SalesTax | null> {
    const { rows } = await sql<ColumnsOf<'SalesTax', SalesTax>>`
      select ${TABLE.columns} from sales_taxes r
      where r.business_id = ${books.businessId} and r.abbreviation_key = ${abbreviationKeyOf(abbreviation)}`.execute(
      trx,
    )
    return readRowsOf([books], rows, readNamed)[0] ?? null
  },

  async change(transaction: BooksTransaction, id: SalesTaxId, change: SalesTaxChange): Promise<SalesTax> {
    const { accountId } = await updateRow(transaction, TABLE, { id, values: valuesOf(change) })
    if (change.name !== undefined) {
      const { name } = change
      await accountWriter.change(transaction, accountId, {
        name,
        description: undefined,
        displayId: undefined,
      })
    }
    if (change.rates !== undefined) {
      await sql`delete from sales_tax_rates
        where business_id = ${transaction.books.businessId} and sales_tax_id = ${id}::bigint`.execute(
        transaction.trx,
      )
      await writeRates(transaction, id, change.rates)
    }
    return onlyRow(await findRows(transaction, TABLE, [id]))
  },

  archive: (transaction: BooksTransaction, id: SalesTaxId): Promise<SalesTax> =>
    updateRow(transaction, TABLE, { id, values: { is_archived: true } }),
}

/** Returns the id for a new tax before it exists, because its account is created first, with the id in its system key. */
async function nextTaxId(transaction: BooksTransaction): Promise<SalesTaxId> {
  const { rows } = await sql<{ readonly id: SalesTaxId }>`
    select (${nextRowId(TABLE.name, transaction)})::text as id`.execute(transaction.trx)
  return onlyRow(rows).id
}

async function writeRates(
  { trx, books }: BooksTransaction,
  id: SalesTaxId,
  rates: readonly SalesTaxRate[],
): Promise<void> {
  await sql`
    insert into sales_tax_rates (business_id, sales_tax_id, effective, rate)
    select ${books.businessId}, ${id}::bigint, new.effective, new.rate
    from unnest(${rates.map(({ effective }) => effective)}::date[], ${rates.map(({ rate }) => rate)}::numeric[])
      as new (effective, rate)`.execute(trx)
}

function valuesOf(salesTax: {
  readonly [Name in keyof NewSalesTax]?: NewSalesTax[Name] | undefined
}): Readonly<Record<string, unknown>> {
  const { name, abbreviation } = salesTax
  return {
    name,
    name_key: name === undefined ? undefined : sortKeyOf(name),
    abbreviation,
    abbreviation_key: abbreviation === undefined ? undefined : abbreviationKeyOf(abbreviation),
    description: salesTax.description,
    tax_number: salesTax.taxNumber,
    show_tax_number_on_invoices: salesTax.showTaxNumberOnInvoices,
    is_compound: salesTax.isCompound,
    is_recoverable: salesTax.isRecoverable,
  }
}
