import { formatDecimal } from '@counterfoil/money/decimal'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { sql } from 'kysely'
import { dayIn } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { documentColumnsOf } from '#books/documents/document-columns.ts'
import { keyOf } from '#books/row-reader.ts'
import { findRow, insertRow, nextRowId, updateRow, type RowTable } from '#books/row-store.ts'
import { randomId } from '@counterfoil/service/random'
import type { AddedUpEstimate } from './estimate-content.ts'
import { ESTIMATE_COLUMNS, readEstimateRow, type EstimateRow } from './estimate-row.ts'
import type { Estimate, EstimateId } from './estimate.ts'
import { findItems, findItemTaxes } from './estimate-store.ts'
import type { EstimateWriter } from './estimate-writer.ts'

/** Whoever has the address of an estimate may read it: nobody guesses 128 bits. */
const ANONYMOUS_ID_BYTES = 16

/** Whether it expired depends on the day of the command. */
function tableAt({ now }: BooksTransaction): RowTable<EstimateRow, Estimate> {
  return {
    name: 'estimates',
    columns: sql.raw(ESTIMATE_COLUMNS),
    readRow: (row, books) => readEstimateRow(row, books, dayIn(books.timeZone, now.getTime())),
  }
}

/** Writes estimates inside the transaction of a command, which has the books for itself. */
export const estimateWriter: EstimateWriter = {
  find: (transaction, id) => findRow(transaction, tableAt(transaction), id),

  async findLines({ trx }, estimate) {
    const items = (await findItems(trx, [estimate])).get(keyOf(estimate)) ?? []
    const taxes = await findItemTaxes(trx, items)
    return items.map((item) => ({
      productId: item.productId,
      accountId: item.accountId,
      name: item.name,
      description: item.description,
      quantity: knownDecimal(item.quantity),
      unitPrice: knownDecimal(item.unitPrice),
      taxes: (taxes.get(keyOf(item)) ?? []).map(({ salesTaxId, isCompound, rate }) => ({
        salesTaxId,
        isCompound,
        rate: knownDecimal(rate),
      })),
    }))
  },

  async findLargestNumber({ trx, books }) {
    const { rows } = await sql<{ readonly estimate_number: string }>`
      select estimate_number from estimates
      where business_id = ${books.businessId} and number_value is not null and (life <> 'DELETED' or approved_at is not null)
      order by number_value desc, id desc limit 1`.execute(trx)
    return rows[0]?.estimate_number
  },

  async isNumberTaken({ trx, books }, { estimateNumber, except }) {
    const { rows } = await sql`
      select 1 from estimates
      where business_id = ${books.businessId} and estimate_number = ${estimateNumber} and life <> 'DELETED'
        and id is distinct from ${except}::bigint limit 1`.execute(trx)
    return rows.length > 0
  },

  async create(transaction, content) {
    const values = {
      ...columnsOf(content),
      anonymous_id: randomId(ANONYMOUS_ID_BYTES),
      life: 'DRAFT',
      due: content.totalMinor.toString(),
    }
    const estimate = await insertRow(transaction, tableAt(transaction), values)
    await writeLines(transaction, estimate.id, content)
    return estimate
  },

  async change(transaction, id, content) {
    const { trx, books } = transaction
    const due = sql`${content.totalMinor.toString()}::bigint - paid`
    const values = { ...columnsOf(content), due }
    const estimate = await updateRow(transaction, tableAt(transaction), { id, values })
    await sql`delete from estimate_items
      where business_id = ${books.businessId} and estimate_id = ${id}::bigint`.execute(trx)
    await writeLines(transaction, id, content)
    return estimate
  },

  stand(transaction, id, { life, undecided }, marks) {
    const isApproved = life !== 'DRAFT' && life !== 'DELETED'
    const values = {
      life,
      undecided,
      last_sent_at: marks.lastSentAt,
      last_sent_via: marks.lastSentVia,
      last_viewed_at: marks.lastViewedAt,
      invoice_id: marks.invoiceId,
      approved_at: isApproved ? sql`coalesce(approved_at, ${transaction.now})` : undefined,
    }
    return updateRow(transaction, tableAt(transaction), { id, values })
  },

  async noteByAuthor({ trx, books, now, author }, id, state) {
    await sql`
      insert into estimate_history (business_id, estimate_id, position, state, entity_type, entity_id, name, email, created_at)
      select ${books.businessId}, ${id}::bigint,
        (select coalesce(max(position) + 1, 0) from estimate_history
          where business_id = ${books.businessId} and estimate_id = ${id}::bigint),
        ${state}, 'BUSINESS_OWNER', ${wireIdOf('User', author.userId)},
        trim(concat(first_name, ' ', last_name)), email, ${now}
      from users where id = ${author.userId}`.execute(trx)
  },
}

/** The columns that a caller fills. */
function columnsOf(content: AddedUpEstimate): Readonly<Record<string, unknown>> {
  const { measure, status } = content.deposit
  return {
    ...documentColumnsOf(content, content.estimateNumber),
    estimate_number: content.estimateNumber,
    estimate_day: content.estimateDate,
    leave_notes_behind: content.dontCarryOverNotesToInvoice,
    deposit_status: status,
    deposit_amount: measure?.unit === 'AMOUNT' ? measure.amountMinor.toString() : null,
    deposit_percentage: measure?.unit === 'PERCENTAGE' ? formatDecimal(measure.percentage) : null,
    deposit_total: content.depositTotalMinor.toString(),
  }
}

/** One statement for the items and one for their taxes, however many there are. */
async function writeLines(
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
