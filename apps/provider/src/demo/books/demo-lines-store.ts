import { formatDecimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import type { WrittenCatalogue } from './entered-books.ts'
import type { PlannedInvoice } from './plan-sales.ts'

type DocumentKind = 'estimate' | 'invoice'

/** A document of the plan with its id. */
type DocumentLines = Pick<PlannedInvoice, 'lines' | 'totals'> & {
  readonly id: RowId<'Estimate'> | RowId<'Invoice'>
}

/** The documents of one kind in the books of a business. */
type PlannedLines = {
  readonly books: Books
  readonly documents: readonly DocumentLines[]
  readonly written: WrittenCatalogue
}

/** Writes the lines of documents of one kind, and the taxes of each line: two statements for all of them. */
export async function writeDocumentLines(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  lines: readonly PlannedLines[],
): Promise<void> {
  await writeItems(trx, kind, lines.flatMap(itemRows))
  await writeTaxes(trx, kind, lines.flatMap(taxRows))
}

function itemRows({ books, documents, written }: PlannedLines) {
  const sales = written.accounts.get('Sales') ?? written.bank
  return documents.flatMap(({ id, lines, totals }) =>
    lines.map((line, position) => ({
      ...{ business_id: books.businessId, document_id: id, position },
      ...{ id: (BigInt(id) + BigInt(position)).toString(), account_id: sales },
      product_id: written.products[line.product],
      quantity: formatDecimal(line.quantity),
      unit_price: formatDecimal(line.unitPrice),
      subtotal: (totals.lines[position]?.subtotalMinor ?? 0n).toString(),
      discount_share: (totals.lines[position]?.discountMinor ?? 0n).toString(),
      total: (totals.lines[position]?.totalMinor ?? 0n).toString(),
    })),
  )
}

async function writeItems(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  rows: readonly ReturnType<typeof itemRows>[number][],
): Promise<void> {
  await sql`
    insert into ${sql.table(`${kind}_items`)} (business_id, ${sql.ref(`${kind}_id`)}, position, id, product_id, account_id,
      description, quantity, unit_price, subtotal, discount_share, total)
    select p.business_id, r.document_id, r.position, r.id, r.product_id, r.account_id, p.description, r.quantity,
      r.unit_price, r.subtotal, r.discount_share, r.total
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, document_id bigint, position int,
      id bigint, product_id bigint, account_id bigint, quantity numeric, unit_price numeric, subtotal bigint,
      discount_share bigint, total bigint) join products p on p.business_id = r.business_id and p.id = r.product_id`.execute(
    trx,
  )
}

function taxRows({ books, documents, written }: PlannedLines) {
  return documents.flatMap(({ id, totals }) =>
    totals.lines.flatMap(({ taxesMinor }, item_position) =>
      taxesMinor.map((minor, position) => ({
        ...{
          business_id: books.businessId,
          document_id: id,
          item_position,
          position,
          amount: minor.toString(),
        },
        sales_tax_id: written.taxes[position],
      })),
    ),
  )
}

async function writeTaxes(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  rows: readonly ReturnType<typeof taxRows>[number][],
): Promise<void> {
  await sql`
    insert into ${sql.table(`${kind}_item_taxes`)} (business_id, ${sql.ref(`${kind}_id`)}, item_position, position,
      sales_tax_id, is_compound, rate, amount)
    select t.business_id, r.document_id, r.item_position, r.position, r.sales_tax_id, false, t.rate, r.amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (business_id uuid, document_id bigint, item_position int,
      position int, sales_tax_id bigint, amount bigint)
    join sales_tax_rates t on t.business_id = r.business_id and t.sales_tax_id = r.sales_tax_id`.execute(trx)
}
