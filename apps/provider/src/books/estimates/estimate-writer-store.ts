import { formatDecimal } from '@counterfoil/money/decimal'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { sql, type RawBuilder } from 'kysely'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { AddedUp, DocumentContent } from '#books/documents/document-validation.ts'
import { createDocumentWriter } from '#books/documents/document-writer-store.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import type { DepositTerms } from './deposit-terms.ts'
import type { EstimateStanding } from './estimate-life.ts'
import { ESTIMATES } from './estimate-store.ts'
import type { Estimate, EstimateId, EstimateHistoryEntry } from './estimate.ts'

/** The user-written content of an estimate. */
export type EstimateContent = DocumentContent & {
  readonly dontCarryOverNotesToInvoice: boolean
  readonly deposit: DepositTerms
}

export type AddedUpEstimate = AddedUp<EstimateContent> & { readonly depositTotalMinor: bigint }

/** The columns that an event sets on an estimate. Missing ones stay unchanged. */
export type EstimateMarks = {
  readonly lastSentAt?: Date
  readonly lastSentVia?: DocumentSendMethod
  readonly invoiceId?: RowId<'Invoice'>
}

const writer = createDocumentWriter(ESTIMATES)

/** Writes estimates inside the transaction of a command, which holds the lock of the books. */
export const estimateWriter = {
  ...writer,

  create: (transaction: BooksTransaction, content: AddedUpEstimate): Promise<Estimate> =>
    writer.insert(transaction, {
      content,
      own: { ...ownColumnsOf(content), life: 'DRAFT', due: content.totalMinor.toString() },
    }),

  /** Replaces the content of an estimate. */
  change(transaction: BooksTransaction, id: EstimateId, content: AddedUpEstimate): Promise<Estimate> {
    const due = sql`${content.totalMinor.toString()}::bigint - paid`
    return writer.rewrite(transaction, id, { content, own: { ...ownColumnsOf(content), due } })
  },

  stand(
    transaction: BooksTransaction,
    id: EstimateId,
    { life, undecided }: EstimateStanding,
    marks: EstimateMarks,
  ): Promise<Estimate> {
    const isApproved = life !== 'DRAFT' && life !== 'DELETED'
    return writer.update(transaction, id, {
      life,
      undecided,
      last_sent_at: marks.lastSentAt,
      last_sent_via: marks.lastSentVia,
      invoice_id: marks.invoiceId,
      approved_at: isApproved ? sql`coalesce(approved_at, ${transaction.now})` : undefined,
    })
  },

  /** Adds the decision of the command's author to the history of the estimate. */
  noteByAuthor: (
    { trx, books: { businessId }, now, author }: BooksTransaction,
    id: EstimateId,
    state: EstimateHistoryEntry['state'],
  ): Promise<void> =>
    noteDecision(
      trx,
      { businessId, id },
      {
        ...{ state, entityType: 'BUSINESS_OWNER', entityId: wireIdOf('User', author.userId), timestamp: now },
        who: sql`select trim(concat(first_name, ' ', last_name)) as name, email from users where id = ${author.userId}`,
      },
    ),
}

/** Adds a decision to the history of an estimate. `who` selects the name and e-mail address of the person. */
export async function noteDecision(
  trx: DatabaseTransaction,
  { businessId, id }: RowKey<'Estimate'>,
  decision: Omit<EstimateHistoryEntry, 'email' | 'name'> & { readonly who: RawBuilder<unknown> },
): Promise<void> {
  const { state, entityType, entityId, timestamp, who } = decision
  await sql`
    insert into estimate_history (business_id, estimate_id, position, state, entity_type, entity_id, name, email, created_at)
    select ${businessId}, ${id}::bigint,
      (select coalesce(max(position) + 1, 0) from estimate_history
        where business_id = ${businessId} and estimate_id = ${id}::bigint),
      ${state}, ${entityType}, ${entityId}, who.name, who.email, ${timestamp}
    from (${who}) who`.execute(trx)
}

/** Returns the user-written columns that only estimates have. */
function ownColumnsOf(content: AddedUpEstimate) {
  const { measure, status } = content.deposit
  return {
    leave_notes_behind: content.dontCarryOverNotesToInvoice,
    deposit_status: status,
    deposit_amount: measure?.unit === 'AMOUNT' ? measure.amountMinor.toString() : null,
    deposit_percentage: measure?.unit === 'PERCENTAGE' ? formatDecimal(measure.percentage) : null,
    deposit_total: content.depositTotalMinor.toString(),
  }
}
