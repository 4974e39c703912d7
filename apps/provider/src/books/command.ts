import type { Clock } from '@counterfoil/service/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { viewerOf, type HasViewer, type Viewer } from '#caller/viewer.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import type { BooksWriters } from './books-writers.ts'
import type { BusinessReader } from './business/business.ts'
import { CallerError, type Noun } from '#caller/caller-error.ts'
import { createDays } from './business-day.ts'
import { inputFault, notFoundFault, type InputFault } from './input-faults.ts'
import { AmountTooLargeError } from './book-limits.ts'
import { openBooks, type Books, type OpenedBooks } from './open-books.ts'

/** What a store writes with: only inside a command, and only to the books of one business. */
export type BooksTransaction = {
  readonly trx: DatabaseTransaction
  readonly books: Books
  readonly now: Date
  /** The day that it is now where the business is, `yyyy-MM-dd`. */
  readonly today: string
  /** On whose behalf; a personal token has no application. */
  readonly author: Pick<Viewer, 'userId' | 'applicationId'>
}

/** What came of writing. Whatever was written before a refusal is undone. */
export type Written<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly faults: readonly InputFault[] }

/** One call of a mutation, ready to be carried out. */
export type Command<Value> = {
  /** Names the business: the field of the input that does, what was sent there, and the business if that can be read. */
  readonly target: {
    readonly field: string
    readonly noun: Noun
    readonly sent: string
    readonly businessId: BusinessId | undefined
  }
  /** What is wrong with the input as it is. */
  readonly faults: readonly InputFault[]
  readonly write: (transaction: BooksTransaction) => Promise<Written<Value>>
}

/** What every mutation answers, beside its own field for `value`, which is null when it did not succeed. */
export type CommandAnswer<Value> = {
  readonly didSucceed: boolean
  readonly inputErrors: readonly InputFault[]
  readonly value: Value | null
}

/** What one of the mutations of an earlier request with the same key came to. */
type KeptAnswer = { readonly requestDigest: string; readonly value: unknown }

/**
 * A request that may be repeated: its caller named a key for it. What its mutations came to is kept for a day, so that a
 * repetition answers that and changes nothing. A mutation that was refused changed nothing either and is tried again.
 */
export type Repetition = {
  /** As it was sent: from 1 to 255 characters of ASCII, or no key. */
  readonly key: string
  /** Of the document, its operation and its variables. */
  readonly requestDigest: string
  /** Counts the mutations of the request, from 0. */
  nextPosition(): number
  find(transaction: BooksTransaction, position: number): Promise<KeptAnswer | undefined>
  keep(transaction: BooksTransaction, position: number, value: unknown): Promise<void>
}

/** Whose mutation it is, how the request reads businesses, and whether it may be a repetition. */
export type CommandContext = HasViewer & {
  readonly businesses: BusinessReader
  readonly repetition?: Repetition | undefined
}

/** Carries out mutations. */
export type CommandRunner = {
  /** @throws CallerError FORBIDDEN while the plan of the business is not active, and for a member who may only read */
  run<Value>(context: CommandContext, command: Command<Value>): Promise<CommandAnswer<Value>>
}

/** Ends a command wherever it is thrown: everything it wrote is undone. */
export class RefusedError extends Error {
  readonly faults: readonly InputFault[]

  constructor(faults: readonly InputFault[]) {
    super('The command was refused')
    this.faults = faults
  }
}

/**
 * How every mutation is carried out; its scope was checked in front of it. Either everything is written, or nothing.
 */
export function createCommandRunner(deps: {
  readonly writers: BooksWriters
  readonly clock: Clock
}): CommandRunner {
  const dayAt = createDays()
  async function write<Value>(
    books: Books,
    author: Viewer,
    work: (transaction: BooksTransaction) => Promise<Written<Value>>,
  ): Promise<Written<Value>> {
    try {
      return await deps.writers.write(books.businessId, async (trx) => {
        const now = new Date(deps.clock())
        const written = await work({ trx, books, now, today: dayAt(books.timeZone, now.getTime()), author })
        if (written.kind === 'refused') throw new RefusedError(written.faults)
        return written
      })
    } catch (error) {
      if (error instanceof RefusedError) return { kind: 'refused', faults: error.faults }
      if (isTooLarge(error)) return { kind: 'refused', faults: [TOO_LARGE] }
      throw error
    }
  }

  return {
    async run(context, command) {
      const { businessId } = command.target
      const viewer = viewerOf(context)
      const work = repeatable(context.repetition, command.write)
      const opened: OpenedBooks =
        businessId === undefined
          ? { kind: 'unknown' }
          : await openBooks(context.businesses, viewer, businessId)
      const faults = [...faultsOfOpening(opened, command.target), ...command.faults]
      if (opened.kind !== 'open' || faults.length > 0) return refused(faults)
      const written = await write(opened.books, viewer, work)
      if (written.kind === 'refused') return refused(written.faults)
      return { didSucceed: true, inputErrors: [], value: written.value }
    },
  }
}

/** Says of a line, or of a sum of the books, what no field says alone. The database ends a statement whose sums overflow. */
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
 * Work that a repetition of the request does not do again.
 *
 * @throws CallerError BAD_USER_INPUT for a key that is none
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
      if (kept.requestDigest !== repetition.requestDigest) return { kind: 'refused', faults: [MISMATCH] }
      // The same request: the same mutation is at that position.
      return { kind: 'done', value: kept.value as Value }
    }
    const written = await work(transaction)
    if (written.kind === 'done') await repetition.keep(transaction, position, written.value)
    return written
  }
}

const REPETITION_KEY = /^[\x20-\x7e]{1,255}$/

const MISMATCH: InputFault = {
  path: ['input'],
  code: 'IDEMPOTENCY_MISMATCH',
  message: 'This Idempotency-Key was used for another request.',
}

function refused(inputErrors: readonly InputFault[]) {
  return { didSucceed: false, inputErrors, value: null }
}
