import { formatDecimal } from '@counterfoil/money/decimal'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { sql } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import { documentColumnsOf } from '#books/documents/document-columns.ts'
import { lineAsWritten, type DocumentLineContent } from '#books/documents/document-lines.ts'
import { findItemTaxes, writeDocumentLines } from '#books/documents/document-lines-store.ts'
import { largestNumberOf } from '#books/documents/document-parts-store.ts'
import { keyOf } from '#books/row-reader.ts'
import { findRow, insertRow, updateRow, type RowTable } from '#books/row-store.ts'
import { randomId } from '@counterfoil/service/values/random'
import type { AddedUpEstimate } from './estimate-content.ts'
import { findItems } from './estimate-store.ts'
import { ESTIMATE_COLUMNS, readEstimateRow, type EstimateRow } from './estimate-row.ts'
import type { Estimate, EstimateId, EstimateHistoryEntry } from './estimate.ts'
import type { EstimateStanding } from './estimate-life.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import type { RowId } from '#books/book-ids.ts'

/** What an event leaves on an estimate; what is missing stays as it is. */
export type EstimateMarks = {
  readonly lastSentAt?: Date
  readonly lastSentVia?: DocumentSendMethod
  readonly lastViewedAt?: Date
  readonly invoiceId?: RowId<'Invoice'>
}

/** Anyone who has the address of an estimate may read it: nobody guesses 128 bits. */
const ANONYMOUS_ID_BYTES = 16

/** Whether it expired depends on the day of the command. */
function tableAt({ today }: BooksTransaction): RowTable<EstimateRow, Estimate> {
  return {
    name: 'estimates',
    columns: sql.raw(ESTIMATE_COLUMNS),
    readRow: (row, books) => readEstimateRow(row, books, today),
  }
}

/** Writes estimates inside the transaction of a command, which has the books for itself. */
export const estimateWriter = {
  find: (transaction: BooksTransaction, id: EstimateId): Promise<Estimate | null> =>
    findRow(transaction, tableAt(transaction), id),

  /** Its lines as they were written. */
  async findLines({ trx }: BooksTransaction, estimate: Estimate): Promise<readonly DocumentLineContent[]> {
    const items = (await findItems(trx, [estimate])).get(keyOf(estimate)) ?? []
    const taxes = await findItemTaxes(trx, 'estimate', items)
    return items.map((item) => lineAsWritten(item, taxes.get(keyOf(item))))
  },

  /** The number that counts as most among estimates that are there or once were approved; undefined while none counts. */
  async findLargestNumber({ trx, books }: BooksTransaction): Promise<string | undefined> {
    const { rows } = await largestNumberOf(books, 'estimate').execute(trx)
    return rows[0]?.number
  },

  /** Whether an estimate has the number, other than the one with the id `except`. */
  async isNumberTaken(
    { trx, books }: BooksTransaction,
    { number, except }: { readonly number: string; readonly except: EstimateId | null },
  ): Promise<boolean> {
    const { rows } = await sql`
      select 1 from estimates
      where business_id = ${books.businessId} and estimate_number = ${number} and life <> 'DELETED'
        and id is distinct from ${except}::bigint limit 1`.execute(trx)
    return rows.length > 0
  },

  async create(transaction: BooksTransaction, content: AddedUpEstimate): Promise<Estimate> {
    const values = {
      ...columnsOf(content),
      anonymous_id: randomId(ANONYMOUS_ID_BYTES),
      life: 'DRAFT',
      due: content.totalMinor.toString(),
    }
    const estimate = await insertRow(transaction, tableAt(transaction), values)
    await writeDocumentLines(transaction, 'estimate', { ...content, id: estimate.id })
    return estimate
  },

  /** Writes all of it. */
  async change(transaction: BooksTransaction, id: EstimateId, content: AddedUpEstimate): Promise<Estimate> {
    const { trx, books } = transaction
    const due = sql`${content.totalMinor.toString()}::bigint - paid`
    const values = { ...columnsOf(content), due }
    const estimate = await updateRow(transaction, tableAt(transaction), { id, values })
    await sql`delete from estimate_items
      where business_id = ${books.businessId} and estimate_id = ${id}::bigint`.execute(trx)
    await writeDocumentLines(transaction, 'estimate', { ...content, id })
    return estimate
  },

  stand(
    transaction: BooksTransaction,
    id: EstimateId,
    { life, undecided }: EstimateStanding,
    marks: EstimateMarks,
  ): Promise<Estimate> {
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

  /** Notes in the history of the estimate what the caller decided about it. */
  async noteByAuthor(
    { trx, books, now, author }: BooksTransaction,
    id: EstimateId,
    state: EstimateHistoryEntry['state'],
  ): Promise<void> {
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

export type EstimateWriter = typeof estimateWriter
