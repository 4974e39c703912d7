import { parseBusinessId, parseRowWireId, type RowKey } from '#books/book-ids.ts'
import type {
  BooksTransaction,
  CommandAnswer,
  CommandContext,
  CommandRunner,
  Written,
} from '#books/command.ts'
import { notFoundFault, type InputFault } from '#books/input-faults.ts'
import type { Account, AccountWriter } from './account.ts'
import {
  completeAccount,
  findArchiveFault,
  findStaleness,
  readAccountChange,
  readAccountDraft,
} from './account-rules.ts'
import type { AccountsCommands } from './accounts-schema.ts'

type Needs = Omit<CommandContext, 'viewer'> & {
  readonly commands: CommandRunner
  readonly accountWriter: AccountWriter
}

export const accountCommands = {
  Mutation: {
    async accountCreate(_, { input }, context) {
      const { draft, faults } = readAccountDraft(input)
      const { value, ...answer } = await context.commands.run(context, {
        target: {
          field: 'businessId',
          noun: 'Business',
          sent: input.businessId,
          businessId: parseBusinessId(input.businessId),
        },
        faults,
        async write(transaction) {
          const account = completeAccount(draft, transaction.books)
          if ('code' in account) return refused(account)
          return done(await context.accountWriter.create(transaction, account))
        },
      })
      return { ...answer, account: value }
    },

    async accountPatch(_, { input }, context) {
      const { change, faults } = readAccountChange(input)
      const { value, ...answer } = await runOnAccount(
        context,
        input.id,
        faults,
        async (transaction, account) => {
          const fault = findStaleness(account, input.sequence)
          if (fault) return refused(fault)
          return done(await context.accountWriter.change(transaction, account.id, change))
        },
      )
      return { ...answer, account: value }
    },

    async accountArchive(_, { input }, context) {
      const { didSucceed, inputErrors } = await runOnAccount(
        context,
        input.id,
        [],
        async (transaction, account) => {
          const fault = findArchiveFault(account)
          if (fault) return refused(fault)
          await context.accountWriter.archive(transaction, account.id)
          return done(account)
        },
      )
      return { didSucceed, inputErrors }
    },
  },
} satisfies AccountsCommands<Needs>

/** A command on an account that is there; nothing but its id names the business. */
function runOnAccount(
  context: CommandContext & Needs,
  sent: string,
  faults: readonly InputFault[],
  write: (transaction: BooksTransaction, account: Account) => Promise<Written<Account>>,
): Promise<CommandAnswer<Account>> {
  const key: RowKey<'Account'> | undefined = parseRowWireId('Account', sent)
  return context.commands.run(context, {
    target: { field: 'id', noun: 'Account', sent, businessId: key?.businessId },
    faults,
    async write(transaction) {
      const account = key ? await context.accountWriter.find(transaction, key.id) : null
      if (account === null) return refused(notFoundFault('id', 'Account', sent))
      return write(transaction, account)
    },
  })
}

function done<Value>(value: Value): Written<Value> {
  return { kind: 'done', value }
}

function refused(...faults: readonly InputFault[]): Written<never> {
  return { kind: 'refused', faults }
}
