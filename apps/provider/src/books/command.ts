import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { viewerOf, type Viewer } from '#caller/viewer.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import type { BooksWriters } from './books-writers.ts'
import { CallerError, type Noun } from '#caller/caller-error.ts'
import { createDays } from './business-day.ts'
import { inputFault, notFoundFault, type InputFault } from './input-faults.ts'
import { AmountTooLargeError } from './book-limits.ts'
import { openBooks, type Books, type OpenedBooks, type ReachContext } from './open-books.ts'

/** The permission to write to the books of one business. It exists only inside a command. */
export type BooksTransaction = {
  readonly trx: DatabaseTransaction
  readonly books: Books
  readonly now: Date
  /** Today's date, `yyyy-MM-dd`, in the time zone of the business. */
  readonly today: string
  /** The user and application that sent the command. A personal token has no application. */
  readonly author: Pick<Viewer, 'userId' | 'applicationId'>
}

/** One call of a mutation, ready to run. */
type Command<Value> = {
  /** The input field that names the business, its value, and the business id if the value can be parsed. */
  readonly target: {
    readonly field: string
    readonly noun: Noun
    readonly sent: string
    readonly businessId: BusinessId | undefined
  }
  /** The faults of the input that were found without reading the books. */
  readonly faults: readonly InputFault[]
  readonly write: (transaction: BooksTransaction) => Promise<Value>
}

/** The common fields of a mutation's payload; `value` is null if it failed. */
export type CommandAnswer<Value> = {
  readonly didSucceed: boolean
  readonly inputErrors: readonly InputFault[]
  readonly value: Value | null
}

/** The stored result of a mutation from an earlier request with the same idempotency key. */
type KeptAnswer = { readonly requestDigest: string; readonly value: unknown }

/**
 * A request with an idempotency key. The results of its mutations are stored for a day, so that a repeated request returns them
 * and changes nothing. A refused mutation is not stored and can be repeated.
 */
export type Repetition = {
  /** The idempotency key as sent. A valid one has 1 to 255 ASCII characters. */
  readonly key: string
  /** The digest of the GraphQL document, its operation and its variables. */
  readonly requestDigest: string
  /** Returns the position of the next mutation of the request, from 0. */
  nextPosition(): number
  find(transaction: BooksTransaction, position: number): Promise<KeptAnswer | undefined>
  keep(transaction: BooksTransaction, position: number, value: unknown): Promise<void>
}

/** The caller, the business reader of the request, and the {@link Repetition} of a request with an idempotency key. */
export type CommandContext = ReachContext & { readonly repetition?: Repetition | undefined }

/** Runs mutations. */
export type CommandRunner = {
  /** @throws CallerError FORBIDDEN while the plan of the business is not active, and for a member with read access only */
  run<Value>(context: CommandContext, command: Command<Value>): Promise<CommandAnswer<Value>>
}

/** Thrown by {@link refuse}. */
class RefusedError extends Error {
  readonly faults: readonly InputFault[]

  constructor(faults: readonly InputFault[]) {
    super('The command was refused')
    this.faults = faults
  }
}

/** Ends the running command with these faults and rolls back everything it wrote. */
export function refuse(...faults: readonly InputFault[]): never {
  throw new RefusedError(faults)
}

/** Ends the running command with these faults, if there are any. */
export function refuseAny(faults: readonly InputFault[]): void {
  if (faults.length > 0) refuse(...faults)
}

/** Creates the runner of all mutations. Scopes are checked before. A mutation is committed as a whole or not at all. */
export function createCommandRunner(deps: {
  readonly writers: BooksWriters
  readonly clock: Clock
}): CommandRunner {
  const dayAt = createDays()
  return {
    async run(context, command) {
      const { businessId } = command.target
      const author = viewerOf(context)
      const write = repeatable(context.repetition, command.write)
      const opened: OpenedBooks =
        businessId === undefined
          ? { kind: 'unknown' }
          : await openBooks(context.businesses, author, businessId)
      const faults = [...faultsOfOpening(opened, command.target), ...command.faults]
      if (opened.kind !== 'open' || faults.length > 0) return refused(faults)
      const { books } = opened
      try {
        const value = await deps.writers.write(books.businessId, (trx) => {
          const now = new Date(deps.clock())
          return write({ trx, books, now, today: dayAt(books.timeZone, now.getTime()), author })
        })
        return { didSucceed: true, inputErrors: [], value }
      } catch (error) {
        if (error instanceof RefusedError) return refused(error.faults)
        if (isTooLarge(error)) return refused([TOO_LARGE])
        throw error
      }
    },
  }
}

/** Returns true for an overflow of a line or a sum. The database reports the overflow of a sum as a statement error. */
function isTooLarge(error: unknown): boolean {
  return (
    error instanceof AmountTooLargeError ||
    (error instanceof Error && 'code' in error && error.code === NUMERIC_VALUE_OUT_OF_RANGE)
  )
}

/** SQLSTATE of PostgreSQL, Appendix A. */
const NUMERIC_VALUE_OUT_OF_RANGE = '22003'

const TOO_LARGE = inputFault([], 'OUT_OF_RANGE', 'An amount in the books would be too large.')

function faultsOfOpening(
  { kind }: OpenedBooks,
  { field, noun, sent }: Command<unknown>['target'],
): readonly InputFault[] {
  switch (kind) {
    case 'open':
      return []
    case 'archived':
      return [inputFault(field, 'ARCHIVED', 'The business is archived.')]
    case 'unknown':
      return [notFoundFault(field, noun, sent)]
  }
}

/**
 * Runs `write`, or returns its stored result if the request repeats an earlier one.
 *
 * @throws CallerError BAD_USER_INPUT for an invalid idempotency key
 */
function repeatable<Value>(
  repetition: Repetition | undefined,
  work: Command<Value>['write'],
): Command<Value>['write'] {
  if (repetition === undefined) return work
  if (!REPETITION_KEY.test(repetition.key)) {
    throw new CallerError('BAD_USER_INPUT', 'Idempotency-Key must have from 1 to 255 characters of ASCII.')
  }
  const position = repetition.nextPosition()
  return async (transaction) => {
    const kept = await repetition.find(transaction, position)
    if (kept !== undefined) {
      if (kept.requestDigest !== repetition.requestDigest) refuse(MISMATCH)
      // The request is the same, so that position has the same mutation.
      return kept.value as Value
    }
    const value = await work(transaction)
    await repetition.keep(transaction, position, value)
    return value
  }
}

const REPETITION_KEY = /^[\x20-\x7e]{1,255}$/

const MISMATCH = inputFault([], 'IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.')

function refused(inputErrors: readonly InputFault[]) {
  return { didSucceed: false, inputErrors, value: null }
}
