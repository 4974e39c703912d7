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

/** The part of the context that resolvers of mutations use. */
export type CommandNeeds = Omit<CommandContext, 'viewer'> & {
  readonly commands: CommandRunner
  readonly messages: MessageWriter
  /** The public address of the provider, without a trailing slash. */
  readonly publicUrl: () => string
}

/** The parsed input, with the faults found without the books. If there are any, nothing is written. */
type Reading = { readonly faults: readonly InputFault[] }

/** Parses an input that only names a row. */
export function readNothing(): Reading {
  return { faults: [] }
}

/** A mutation: how it parses its input, what it writes, and the payload fields of its result, which is null if it failed. */
type Mutation<Input, Read extends Reading, Rows extends readonly unknown[], Value, Answer> = {
  readonly read: (input: Input) => Read
  readonly write: (
    transaction: BooksTransaction,
    ...given: [...Rows, Read & { readonly input: Input; readonly context: CommandNeeds }]
  ) => Promise<Value>
  readonly answer: (value: Value | null) => Answer
}

/** Creates the resolver of a mutation whose input has a `businessId`. */
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

/** The kind of row that a mutation changes, and how to find one. */
type ChangedRows<Kind extends RowKind, Each> = {
  readonly kind: Kind
  /** The noun in messages such as `… could not be found`. */
  readonly noun: Noun
  readonly find: (transaction: BooksTransaction, id: RowId<Kind>) => Promise<Each | null>
}

/** Returns a function that creates resolvers of mutations of an existing row. Its id is in the named field of the input. */
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
