import type { MessageWriter } from '#books/messages/message-store.ts'
import type { Noun } from '#caller/caller-error.ts'
import type { HasViewer } from '#caller/viewer.ts'
import { parseBusinessId, parseRowWireId, type RowId, type RowKind } from './book-ids.ts'
import {
  refuse,
  type BooksTransaction,
  type CommandAnswer,
  type CommandContext,
  type CommandRunner,
} from './command.ts'
import { notFoundFault, type InputFault } from './input-faults.ts'

/** What the resolvers of mutations use. */
export type CommandNeeds = Omit<CommandContext, 'viewer'> & {
  readonly commands: CommandRunner
  readonly messages: MessageWriter
  /** The address people use, without a slash at its end. */
  readonly publicUrl: () => string
}

/** What was read of an input alone, with its faults: while there are any, nothing is written. */
type Reading = { readonly faults: readonly InputFault[] }

/** For an input that names a thing and says nothing more. */
export function readNothing(): Reading {
  return { faults: [] }
}

/** A mutation: how its input is read, what it writes, and how the schema calls the result, which is null for one that failed. */
type Mutation<Input, Read extends Reading, Rows extends readonly unknown[], Value, Answer> = {
  readonly read: (input: Input) => Read
  readonly write: (
    transaction: BooksTransaction,
    ...given: [...Rows, Read & { readonly input: Input; readonly context: CommandNeeds }]
  ) => Promise<Value>
  readonly answer: (value: Value | null) => Answer
}

/** Makes the resolver of a mutation whose input has a `businessId`. */
export function inBusiness<
  Input extends { readonly businessId: string },
  Read extends Reading,
  Value,
  Answer,
>({ read, write, answer }: Mutation<Input, Read, [], Value, Answer>) {
  return async (_: unknown, { input }: { readonly input: Input }, context: HasViewer & CommandNeeds) => {
    const reading = read(input)
    const sent = input.businessId
    const answered = await context.commands.run(context, {
      target: { field: 'businessId', noun: 'Business', sent, businessId: parseBusinessId(sent) },
      faults: reading.faults,
      write: (transaction) => write(transaction, { ...reading, input, context }),
    })
    return answerOf(answered, answer)
  }
}

/** Rows of one kind, to be changed. */
type ChangedRows<Kind extends RowKind, Each> = {
  readonly kind: Kind
  /** Name for people, as in `… could not be found`. */
  readonly noun: Noun
  readonly find: (transaction: BooksTransaction, id: RowId<Kind>) => Promise<Each | null>
}

/** Returns what makes the resolvers of mutations of an existing row, which the field of the input with that name has the id of. */
export function onRow<Kind extends RowKind, Each>({ kind, noun, find }: ChangedRows<Kind, Each>) {
  return <
      Field extends string,
      Input extends { readonly [Name in Field]: string },
      Read extends Reading,
      Value,
      Answer,
    >(
      field: Field,
      { read, write, answer }: Mutation<Input, Read, [Each], Value, Answer>,
    ) =>
    async (_: unknown, { input }: { readonly input: Input }, context: HasViewer & CommandNeeds) => {
      const reading = read(input)
      const sent = input[field]
      const key = parseRowWireId(kind, sent)
      const answered = await context.commands.run(context, {
        target: { field, noun, sent, businessId: key?.businessId },
        faults: reading.faults,
        async write(transaction) {
          const row = key ? await find(transaction, key.id) : null
          if (row === null) refuse(notFoundFault(field, noun, sent))
          return write(transaction, row, { ...reading, input, context })
        },
      })
      return answerOf(answered, answer)
    }
}

function answerOf<Value, Answer>(
  { value, ...answered }: CommandAnswer<Value>,
  answer: (value: Value | null) => Answer,
) {
  return { ...answered, ...answer(value) }
}
