import { formatDecimal } from '@counterfoil/money/decimal'
import type { LineTotals } from '@counterfoil/money/document-totals'
import { sql, type RawBuilder } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import { keyOf } from '#books/row-reader.ts'
import { askedRows, nextRowId } from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { lineAsWritten, type DocumentLineContent } from './document-lines.ts'
import type { AnyBriefDocument, AnyItem, DocumentItem, DocumentKind, ItemTax } from './document.ts'

type Handle = Database | DatabaseTransaction

/** Lists of related rows, by the `keyOf` of the row they belong to. */
type ByOwner<Value> = ReadonlyMap<string, readonly Value[]>

type ItemKind = 'EstimateItem' | 'InvoiceItem'
type ItemOwner = Pick<AnyBriefDocument, 'books' | 'businessId' | 'currency'> & { readonly id: string }

type ItemRow<Kind extends ItemKind> = Pick<
  DocumentItem<Kind>,
  'accountId' | 'description' | 'id' | 'name' | 'productId' | 'quantity' | 'unitPrice'
> & {
  /** The position, from 1, of the line's document among the requested ones. */
  readonly place: number
  readonly subtotal: string
  readonly total: string
}

/** Returns the lines of documents of one kind, in their order. */
export async function findItems<Kind extends ItemKind>(
  db: Handle,
  noun: DocumentKind,
  documents: readonly ItemOwner[],
): Promise<ByOwner<DocumentItem<Kind>>> {
  const { rows } = await sql<ItemRow<Kind>>`
    select asked.place, t.id::text as id, t.product_id::text as "productId", t.account_id::text as "accountId",
      ${sql.raw(noun === 'estimate' ? 't.name' : 'null as name')}, t.description, t.quantity::text as quantity,
      t.unit_price::text as "unitPrice", t.subtotal::text as subtotal, t.total::text as total
    from unnest(${documents.map(({ businessId }) => businessId)}::uuid[], ${documents.map(({ id }) => id)}::bigint[])
      with ordinality as asked (business_id, id, place)
    join ${sql.table(`${noun}_items`)} t on t.business_id = asked.business_id and t.${sql.ref(`${noun}_id`)} = asked.id
    order by t.position`.execute(db)
  const items = documents.map((): DocumentItem<Kind>[] => [])
  for (const { place, subtotal, total, ...row } of rows) {
    const owner = documents[place - 1]
    if (owner === undefined) continue
    const { books, businessId, currency } = owner
    const amounts = { subtotalMinor: BigInt(subtotal), totalMinor: BigInt(total) }
    items[place - 1]?.push({ ...row, ...amounts, businessId, books, currency })
  }
  return new Map(documents.map((document, index) => [keyOf(document), items[index] ?? []]))
}

/** Returns the lines of a document as they were written. */
export async function findLines(
  { trx }: BooksTransaction,
  noun: DocumentKind,
  document: ItemOwner,
): Promise<readonly DocumentLineContent[]> {
  const items = (await findItems<'EstimateItem'>(trx, noun, [document])).get(keyOf(document)) ?? []
  const taxes = await findItemTaxes(trx, noun, items)
  return items.map((item) => lineAsWritten(item, taxes.get(keyOf(item))))
}

type ItemTaxRow = Pick<ItemTax, 'isCompound' | 'rate' | 'salesTaxId'> & {
  readonly businessId: string
  readonly itemId: string
  readonly amount: string
}

/** Returns the taxes on lines of one kind of document, in their order, by `keyOf` the line. */
export async function findItemTaxes(
  db: Handle,
  noun: DocumentKind,
  items: readonly AnyItem[],
): Promise<ByOwner<ItemTax>> {
  const document = sql.ref(`${noun}_id`)
  const { rows } = await sql<ItemTaxRow>`
    select i.business_id as "businessId", i.id::text as "itemId", t.sales_tax_id::text as "salesTaxId",
      t.is_compound as "isCompound", t.rate::text as rate, t.amount::text as amount
    from ${sql.table(`${noun}_items`)} i
    join ${askedRows(items)} on asked.business_id = i.business_id and asked.id = i.id
    join ${sql.table(`${noun}_item_taxes`)} t on t.business_id = i.business_id and t.${document} = i.${document}
      and t.item_position = i.position
    order by t.position`.execute(db)
  const byItem = Map.groupBy(rows, ({ businessId, itemId: id }) => keyOf({ businessId, id }))
  const taxesOf = (item: AnyItem) =>
    (byItem.get(keyOf(item)) ?? []).map(({ salesTaxId, isCompound, rate, amount }) => ({
      ...{ books: item.books, currency: item.currency, salesTaxId, isCompound, rate },
      amountMinor: BigInt(amount),
    }))
  return new Map(items.map((item) => [keyOf(item), taxesOf(item)]))
}

/** The lines of one document with their totals. */
type WrittenLines = {
  readonly lines: readonly DocumentLineContent[]
  readonly lineTotals: readonly LineTotals[]
}

/** Returns the INSERTs of the lines of a document and of their taxes, for one statement, so that both are written or neither. */
export function lineInserts(
  transaction: BooksTransaction,
  noun: DocumentKind,
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
