import { parseBusinessId, parseRowWireId, type RowId, type RowKind } from './book-ids.ts'
import type { Noun } from '#caller/caller-error.ts'
import type { BooksTransaction, CommandAnswer, CommandContext, CommandRunner, Written } from './command.ts'
import { notFoundFault, type InputFault } from './input-faults.ts'

/** Needs of a mutation's resolver. */
export type HasCommands = CommandContext & { readonly commands: CommandRunner }

/** Needs of the resolvers of a noun's mutations, beside the writers of that noun. */
export type CommandNeeds = Omit<HasCommands, 'viewer'>

/** Runs a mutation whose input has a `businessId`. */
export function runInBusiness<Value>(
  context: HasCommands,
  command: {
    readonly sent: string
    /** Faults of the input alone. */
    readonly faults: readonly InputFault[]
    readonly write: (transaction: BooksTransaction) => Promise<Written<Value>>
  },
): Promise<CommandAnswer<Value>> {
  const { sent, ...rest } = command
  return context.commands.run(context, {
    target: { field: 'businessId', noun: 'Business', sent, businessId: parseBusinessId(sent) },
    ...rest,
  })
}

/** A mutation of an existing row, whose id alone names the business. */
type RowCommand<Kind extends RowKind, Each, Value> = {
  readonly kind: Kind
  /** Name for people, as in `… could not be found`. */
  readonly noun: Noun
  /** The field of the input that names it, unless that is `id`. */
  readonly field?: string
  readonly sent: string
  readonly faults: readonly InputFault[]
  readonly find: (transaction: BooksTransaction, id: RowId<Kind>) => Promise<Each | null>
  readonly write: (transaction: BooksTransaction, row: Each) => Promise<Written<Value>>
}

/** Returns what runs the mutations of one kind of row, which `writerOf` finds. */
export function runnerOf<Kind extends RowKind, Each, Needs>(
  kind: Kind,
  noun: Noun,
  writerOf: (context: Needs) => Pick<RowCommand<Kind, Each, never>, 'find'>,
) {
  return <Value>(
    context: HasCommands & Needs,
    command: Omit<RowCommand<Kind, Each, Value>, 'find' | 'kind' | 'noun'>,
  ) => runOnRow(context, { kind, noun, find: writerOf(context).find, ...command })
}

/** Runs a mutation of an existing row. */
export function runOnRow<Kind extends RowKind, Each, Value>(
  context: HasCommands,
  command: RowCommand<Kind, Each, Value>,
): Promise<CommandAnswer<Value>> {
  const { kind, noun, field = 'id', sent, faults, find, write } = command
  const key = parseRowWireId(kind, sent)
  return context.commands.run(context, {
    target: { field, noun, sent, businessId: key?.businessId },
    faults,
    async write(transaction) {
      const row = key ? await find(transaction, key.id) : null
      if (row === null) return refused(notFoundFault(field, noun, sent))
      return write(transaction, row)
    },
  })
}

export function done<Value>(value: Value): Written<Value> {
  return { kind: 'done', value }
}

export function refused(...faults: readonly InputFault[]): Written<never> {
  return { kind: 'refused', faults }
}
