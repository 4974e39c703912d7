import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { DocumentSendMethod } from '#books/documents/document.ts'
import type { AddedUpEstimate, EstimateLine } from './estimate-content.ts'
import type { EstimateStanding } from './estimate-life.ts'
import type { Estimate, EstimateHistoryEntry, EstimateId } from './estimate.ts'

/** What an event leaves on an estimate; what is missing stays as it is. */
export type EstimateMarks = {
  readonly lastSentAt?: Date
  readonly lastSentVia?: DocumentSendMethod
  readonly lastViewedAt?: Date
  readonly invoiceId?: RowId<'Invoice'>
}

/** Writes estimates, inside a command. */
export type EstimateWriter = {
  find(transaction: BooksTransaction, id: EstimateId): Promise<Estimate | null>
  /** Its lines as they were written. */
  findLines(transaction: BooksTransaction, estimate: Estimate): Promise<readonly EstimateLine[]>
  /** The number that counts as most among estimates that are there or once were approved; undefined while none counts. */
  findLargestNumber(transaction: BooksTransaction): Promise<string | undefined>
  /** Whether an estimate has the number, other than the one with the id `except`. */
  isNumberTaken(
    transaction: BooksTransaction,
    asked: { readonly estimateNumber: string; readonly except: EstimateId | null },
  ): Promise<boolean>
  create(transaction: BooksTransaction, content: AddedUpEstimate): Promise<Estimate>
  /** Writes all of it. */
  change(transaction: BooksTransaction, id: EstimateId, content: AddedUpEstimate): Promise<Estimate>
  stand(
    transaction: BooksTransaction,
    id: EstimateId,
    standing: EstimateStanding,
    marks: EstimateMarks,
  ): Promise<Estimate>
  /** Notes in the history of the estimate what the caller decided about it. */
  noteByAuthor(
    transaction: BooksTransaction,
    id: EstimateId,
    state: EstimateHistoryEntry['state'],
  ): Promise<void>
}
