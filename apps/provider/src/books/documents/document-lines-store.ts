import type { Currency } from '@counterfoil/money/currencies'
import { formatDecimal } from '@counterfoil/money/decimal'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf } from '#books/row-reader.ts'
import { askedRows, nextRowId } from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type { DocumentLineContent, KeptItemTax } from './document-lines.ts'
import type { LineTotals } from '@counterfoil/money/document-totals'

/** Names the tables of the lines of a kind of document. */
type DocumentNoun = 'estimate' | 'invoice'

type KeptItem = {
  readonly businessId: BusinessId
  readonly id: RowId<'EstimateItem'> | RowId<'InvoiceItem'>
  readonly books: Books
  readonly currency: Currency
}

type ItemTaxRow = {
  readonly business_id: BusinessId
  readonly item_id: string
  readonly sales_tax_id: RowId<'SalesTax'>
  readonly is_compound: boolean
  readonly rate: string
  readonly amount: string
}

/** The taxes on lines of one kind of document, in their order, by `keyOf` the line. */
export async function findItemTaxes(
  db: Database | DatabaseTransaction,
  noun: DocumentNoun,
  items: readonly KeptItem[],
): Promise<ReadonlyMap<string, readonly KeptItemTax[]>> {
  const document = sql.ref(`${noun}_id`)
  const { rows } = await sql<ItemTaxRow>`
    select i.business_id, i.id::text as item_id, t.sales_tax_id::text as sales_tax_id, t.is_compound, t.rate::text as rate,
      t.amount::text as amount
    from ${sql.table(`${noun}_items`)} i
    join ${askedRows(items)} on asked.business_id = i.business_id and asked.id = i.id
    join ${sql.table(`${noun}_item_taxes`)} t on t.business_id = i.business_id and t.${document} = i.${document}
      and t.item_position = i.position
    order by t.position`.execute(db)
  const byItem = Map.groupBy(rows, (row) => keyOf({ businessId: row.business_id, id: row.item_id }))
  return new Map(
    items.map((item) => [
      keyOf(item),
      (byItem.get(keyOf(item)) ?? []).map((row) => ({
        books: item.books,
        salesTaxId: row.sales_tax_id,
        currency: item.currency,
        isCompound: row.is_compound,
        rate: row.rate,
        amountMinor: BigInt(row.amount),
      })),
    ]),
  )
}

/** The lines of one document, added up. */
type WrittenLines = {
  readonly lines: readonly DocumentLineContent[]
  readonly lineTotals: readonly LineTotals[]
}

/** Writes the lines of a document that has none, however many there are, in one statement. */
export async function writeDocumentLines(
  transaction: BooksTransaction,
  noun: DocumentNoun,
  { id, ...written }: WrittenLines & { readonly id: RowId<'Estimate'> | RowId<'Invoice'> },
): Promise<void> {
  if (written.lines.length === 0) return
  const { items, taxes } = lineInserts(transaction, noun, { ...written, id: sql`${id}::bigint` })
  await sql`with items as (${items}) ${taxes}`.execute(transaction.trx)
}

/** The INSERTs of the lines of a document, and of the taxes on them. They belong in one statement: it decides on both or none. */
export function lineInserts(
  transaction: BooksTransaction,
  noun: DocumentNoun,
  { id, lines, lineTotals }: WrittenLines & { readonly id: RawBuilder<unknown> },
): { readonly items: RawBuilder<unknown>; readonly taxes: RawBuilder<unknown> } {
  const { books } = transaction
  const [table, document] = [`${noun}_items`, sql.ref(`${noun}_id`)]
  const name = sql.raw(noun === 'estimate' ? 'name, ' : '')
  const items = lines.map((line, position) => ({
    position,
    product_id: line.productId,
    account_id: line.accountId,
    name: line.name,
    description: line.description,
    quantity: formatDecimal(line.quantity),
    unit_price: formatDecimal(line.unitPrice),
    subtotal: (lineTotals[position]?.subtotalMinor ?? 0n).toString(),
    discount_share: (lineTotals[position]?.discountMinor ?? 0n).toString(),
    total: (lineTotals[position]?.totalMinor ?? 0n).toString(),
  }))
  const taxes = lines.flatMap((line, itemPosition) =>
    line.taxes.map(({ salesTaxId, isCompound, rate }, position) => ({
      item_position: itemPosition,
      position,
      sales_tax_id: salesTaxId,
      is_compound: isCompound,
      rate: formatDecimal(rate),
      amount: (lineTotals[itemPosition]?.taxesMinor[position] ?? 0n).toString(),
    })),
  )
  return {
    items: sql`
      insert into ${sql.table(table)} (business_id, ${document}, id, position, product_id, account_id, ${name}description, quantity,
        unit_price, subtotal, discount_share, total)
      select ${books.businessId}::uuid, ${id}, start.first_id + position, position, product_id, account_id, ${name}description,
        quantity, unit_price, subtotal, discount_share, total
      from (select ${nextRowId(table, transaction)} as first_id) start
      cross join json_to_recordset(${JSON.stringify(items)}::json) as line (position int, product_id bigint, account_id bigint,
        name text, description text, quantity numeric, unit_price numeric, subtotal bigint, discount_share bigint,
        total bigint)`,
    taxes: sql`
      insert into ${sql.table(`${noun}_item_taxes`)} (business_id, ${document}, item_position, position, sales_tax_id,
        is_compound, rate, amount)
      select ${books.businessId}::uuid, ${id}, item_position, position, sales_tax_id, is_compound, rate, amount
      from json_to_recordset(${JSON.stringify(taxes)}::json) as tax (item_position int, position int, sales_tax_id bigint,
        is_compound boolean, rate numeric, amount bigint)`,
  }
}
