import { formatDecimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import { lineAsWritten } from '#books/documents/document-lines.ts'
import { keyOf } from '#books/row-reader.ts'
import { nextRowId } from '#books/row-store.ts'
import type { AddedUpEstimate, EstimateLine } from './estimate-content.ts'
import { findItems, findItemTaxes } from './estimate-store.ts'
import type { Estimate, EstimateId } from './estimate.ts'

/** What the lines of an estimate say, as they were written. */
export async function findEstimateLines(
  { trx }: BooksTransaction,
  estimate: Estimate,
): Promise<readonly EstimateLine[]> {
  const items = (await findItems(trx, [estimate])).get(keyOf(estimate)) ?? []
  const taxes = await findItemTaxes(trx, items)
  return items.map((item) => ({ ...lineAsWritten(item, taxes.get(keyOf(item))), name: item.name }))
}

/** One statement for the items and one for their taxes, however many there are. */
export async function writeEstimateLines(
  transaction: BooksTransaction,
  id: EstimateId,
  { lines, lineTotals }: AddedUpEstimate,
): Promise<void> {
  if (lines.length === 0) return
  const { trx, books } = transaction
  const items = lines.map((line, position) => ({
    position,
    product_id: line.productId,
    account_id: line.accountId,
    name: line.name,
    description: line.description,
    quantity: formatDecimal(line.quantity),
    unit_price: formatDecimal(line.unitPrice),
    subtotal: lineTotals[position]?.subtotalMinor.toString(),
    discount_share: lineTotals[position]?.discountMinor.toString(),
    total: lineTotals[position]?.totalMinor.toString(),
  }))
  await sql`
    insert into estimate_items (business_id, estimate_id, id, position, product_id, account_id, name, description, quantity,
      unit_price, subtotal, discount_share, total)
    select ${books.businessId}, ${id}::bigint, start.id + l.position, l.position, l.product_id, l.account_id, l.name,
      l.description, l.quantity, l.unit_price, l.subtotal, l.discount_share, l.total
    from (select ${nextRowId('estimate_items', transaction)} as id) start
    cross join json_to_recordset(${JSON.stringify(items)}::json) as l (position int, product_id bigint, account_id bigint,
      name text, description text, quantity numeric, unit_price numeric, subtotal bigint, discount_share bigint,
      total bigint)`.execute(trx)
  const taxes = lines.flatMap((line, itemPosition) =>
    line.taxes.map(({ salesTaxId, rate, isCompound }, position) => ({
      item_position: itemPosition,
      position,
      sales_tax_id: salesTaxId,
      is_compound: isCompound,
      rate: formatDecimal(rate),
      amount: lineTotals[itemPosition]?.taxesMinor[position]?.toString(),
    })),
  )
  if (taxes.length === 0) return
  await sql`
    insert into estimate_item_taxes (business_id, estimate_id, item_position, position, sales_tax_id, is_compound,
      rate, amount)
    select ${books.businessId}, ${id}::bigint, t.item_position, t.position, t.sales_tax_id, t.is_compound,
      t.rate, t.amount
    from json_to_recordset(${JSON.stringify(taxes)}::json) as t (item_position int, position int, sales_tax_id bigint,
      is_compound boolean, rate numeric, amount bigint)`.execute(trx)
}
