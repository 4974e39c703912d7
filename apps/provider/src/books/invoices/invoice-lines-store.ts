import { formatDecimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import { lineAsWritten, type DocumentLineContent } from '#books/documents/document-lines.ts'
import { keyOf } from '#books/row-reader.ts'
import { nextRowId } from '#books/row-store.ts'
import type { AddedUpInvoice } from './invoice-content.ts'
import { findItems, findItemTaxes } from './invoice-store.ts'
import type { Invoice, InvoiceId } from './invoice.ts'

/** What the lines of an invoice say, as they were written. */
export async function findInvoiceLines(
  { trx }: BooksTransaction,
  invoice: Invoice,
): Promise<readonly DocumentLineContent[]> {
  const items = (await findItems(trx, [invoice])).get(keyOf(invoice)) ?? []
  const taxes = await findItemTaxes(trx, items)
  return items.map((item) => lineAsWritten(item, taxes.get(keyOf(item))))
}

/** One statement for the items and one for their taxes, however many there are. */
export async function insertInvoiceLines(
  transaction: BooksTransaction,
  { id, lines, lineTotals }: AddedUpInvoice & { readonly id: InvoiceId },
): Promise<void> {
  if (lines.length === 0) return
  const { trx, books } = transaction
  const items = lines.map((line, position) => ({
    position,
    product_id: line.productId,
    account_id: line.accountId,
    description: line.description,
    quantity: formatDecimal(line.quantity),
    unit_price: formatDecimal(line.unitPrice),
    subtotal: (lineTotals[position]?.subtotalMinor ?? 0n).toString(),
    discount_share: (lineTotals[position]?.discountMinor ?? 0n).toString(),
    total: (lineTotals[position]?.totalMinor ?? 0n).toString(),
  }))
  await sql`
    insert into invoice_items (business_id, invoice_id, position, id, product_id, account_id, description, quantity,
      unit_price, subtotal, discount_share, total)
    select ${books.businessId}, ${id}::bigint, t.position, start.id + t.position, t.product_id, t.account_id, t.description,
      t.quantity, t.unit_price, t.subtotal, t.discount_share, t.total
    from (select ${nextRowId('invoice_items', transaction)} as id) start
    cross join json_to_recordset(${JSON.stringify(items)}::json) as t (position int, product_id bigint, account_id bigint,
      description text, quantity numeric, unit_price numeric, subtotal bigint, discount_share bigint, total bigint)`.execute(
    trx,
  )
  const taxes = lines.flatMap((line, itemPosition) =>
    line.taxes.map((tax, position) => ({
      item_position: itemPosition,
      position,
      sales_tax_id: tax.salesTaxId,
      is_compound: tax.isCompound,
      rate: formatDecimal(tax.rate),
      amount: (lineTotals[itemPosition]?.taxesMinor[position] ?? 0n).toString(),
    })),
  )
  if (taxes.length === 0) return
  await sql`
    insert into invoice_item_taxes (business_id, invoice_id, item_position, position, sales_tax_id, is_compound, rate, amount)
    select ${books.businessId}, ${id}::bigint, t.item_position, t.position, t.sales_tax_id, t.is_compound, t.rate, t.amount
    from json_to_recordset(${JSON.stringify(taxes)}::json) as t (item_position int, position int, sales_tax_id bigint,
      is_compound boolean, rate numeric, amount bigint)`.execute(trx)
}
