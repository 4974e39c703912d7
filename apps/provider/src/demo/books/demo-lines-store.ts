import { formatDecimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { WrittenCatalogue } from './demo-catalogue-store.ts'
import type { PlannedInvoice } from './plan-sales.ts'

type DocumentKind = 'estimate' | 'invoice'

/** A document of the plan with its id. */
export type DocumentLines = Pick<PlannedInvoice, 'lines' | 'totals'> & {
  readonly id: RowId<'Estimate'> | RowId<'Invoice'>
}

type PlannedLines = { readonly documents: readonly DocumentLines[]; readonly written: WrittenCatalogue }

/** Writes the lines of documents of one kind, and the taxes of each line: two statements for all of them. */
export async function writeDocumentLines(
  transaction: Pick<BooksTransaction, 'trx' | 'books'>,
  kind: DocumentKind,
  lines: PlannedLines,
): Promise<void> {
  await writeItems(transaction, kind, lines)
  await writeTaxes(transaction, kind, lines)
}

async function writeItems(
  { trx, books }: Pick<BooksTransaction, 'trx' | 'books'>,
  kind: DocumentKind,
  { documents, written }: PlannedLines,
): Promise<void> {
  const sales = written.accounts.get('Sales') ?? written.bank
  const items = documents.flatMap(({ id, lines, totals }) =>
    lines.map((line, position) => ({
      ...{ document_id: id, position, id: (BigInt(id) + BigInt(position)).toString(), account_id: sales },
      product_id: written.products[line.product],
      quantity: formatDecimal(line.quantity),
      unit_price: formatDecimal(line.unitPrice),
      subtotal: (totals.lines[position]?.subtotalMinor ?? 0n).toString(),
      discount_share: (totals.lines[position]?.discountMinor ?? 0n).toString(),
      total: (totals.lines[position]?.totalMinor ?? 0n).toString(),
    })),
  )
  await sql`
    insert into ${sql.table(`${kind}_items`)} (business_id, ${sql.ref(`${kind}_id`)}, position, id, product_id, account_id,
      description, quantity, unit_price, subtotal, discount_share, total)
    select p.business_id, r.document_id, r.position, r.id, r.product_id, r.account_id, p.description, r.quantity,
      r.unit_price, r.subtotal, r.discount_share, r.total
    from json_to_recordset(${JSON.stringify(items)}::json) as r (document_id bigint, position int, id bigint,
      product_id bigint, account_id bigint, quantity numeric, unit_price numeric, subtotal bigint, discount_share bigint,
      total bigint) join products p on p.business_id = ${books.businessId} and p.id = r.product_id`.execute(
    trx,
  )
}

async function writeTaxes(
  { trx, books }: Pick<BooksTransaction, 'trx' | 'books'>,
  kind: DocumentKind,
  { documents, written }: PlannedLines,
): Promise<void> {
  const taxes = documents.flatMap(({ id, totals }) =>
    totals.lines.flatMap(({ taxesMinor }, item_position) =>
      taxesMinor.map((minor, position) => ({
        ...{ document_id: id, item_position, position, amount: minor.toString() },
        sales_tax_id: written.taxes[position],
      })),
    ),
  )
  await sql`
    insert into ${sql.table(`${kind}_item_taxes`)} (business_id, ${sql.ref(`${kind}_id`)}, item_position, position,
      sales_tax_id, is_compound, rate, amount)
    select t.business_id, r.document_id, r.item_position, r.position, r.sales_tax_id, false, t.rate, r.amount
    from json_to_recordset(${JSON.stringify(taxes)}::json) as r (document_id bigint, item_position int, position int,
      sales_tax_id bigint, amount bigint)
    join sales_tax_rates t on t.business_id = ${books.businessId} and t.sales_tax_id = r.sales_tax_id`.execute(
    trx,
  )
}
