import type { Clock } from '@counterfoil/service/clock'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { viewerOf, type HasViewer, type Viewer } from '#caller/viewer.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type { BusinessReader } from './business/business.ts'
import type { Noun } from '#caller/caller-error.ts'
import { notFoundFault, type InputFault } from './input-faults.ts'
import { openBooks, type Books } from './open-books.ts'

/** What a store writes with: only inside a command, and only to the books of one business. */
export type BooksTransaction = {
  readonly trx: DatabaseTransaction
  readonly books: Books
  readonly now: Date
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
  /** What is wrong with the input as it stands. */
  readonly faults: readonly InputFault[]
  readonly write: (transaction: BooksTransaction) => Promise<Written<Value>>
}

/** What every mutation answers, beside its own field for `value`, which is null when it did not succeed. */
export type CommandAnswer<Value> = {
  readonly didSucceed: boolean
  readonly inputErrors: readonly InputFault[]
  readonly value: Value | null
}

/** Whose mutation it is, and how the request reads businesses. */
export type CommandContext = HasViewer & { readonly businesses: BusinessReader }

/** Carries out mutations. */
export type CommandRunner = {
  /** @throws CallerError FORBIDDEN while the plan of the business is not active */
  run<Value>(context: CommandContext, command: Command<Value>): Promise<CommandAnswer<Value>>
}

class RefusedError extends Error {
  readonly faults: readonly InputFault[]

  constructor(faults: readonly InputFault[]) {
    super('The command was refused')
    this.faults = faults
  }
}

/**
 * How every mutation is carried out; its scope was checked in front of it. Either everything is written, or nothing.
 * One writer at a time has the books of a business, so that what it reads there holds until it has written.
 */
export function createCommandRunner(deps: { readonly db: Database; readonly clock: Clock }): CommandRunner {
  async function write<Value>(
    books: Books,
    author: Viewer,
    command: Command<Value>,
  ): Promise<Written<Value>> {
    try {
      return await deps.db.transaction().execute(async (trx) => {
        await trx
          .selectFrom('book_settings')
          .select('business_id')
          .where('business_id', '=', books.businessId)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const written = await command.write({ trx, books, now: new Date(deps.clock()), author })
        if (written.kind === 'refused') throw new RefusedError(written.faults)
        return written
      })
    } catch (error) {
      if (error instanceof RefusedError) return { kind: 'refused', faults: error.faults }
      throw error
    }
  }

  return {
    async run(context, command) {
      const { field, noun, sent, businessId } = command.target
      const viewer = viewerOf(context)
      const books = businessId === undefined ? null : await openBooks(context.businesses, viewer, businessId)
      const faults = [...(books === null ? [notFoundFault(field, noun, sent)] : []), ...command.faults]
      if (books === null || faults.length > 0) return refused(faults)
      const written = await write(books, viewer, command)
      if (written.kind === 'refused') return refused(written.faults)
      return { didSucceed: true, inputErrors: [], value: written.value }
    },
  }
}

function refused(inputErrors: readonly InputFault[]) {
  return { didSucceed: false, inputErrors, value: null }
}
