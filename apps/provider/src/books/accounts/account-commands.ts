import type { BooksTransaction, CommandAnswer, Written } from '#books/command.ts'
import type { InputFault } from '#books/input-faults.ts'
import {
  done,
  refused,
  runInBusiness,
  runOnRow,
  type CommandNeeds,
  type HasCommands,
} from '#books/row-command.ts'
import type { Account } from './account.ts'
import {
  completeAccount,
  findArchiveFault,
  findStaleness,
  readAccountChange,
  readAccountDraft,
} from './account-rules.ts'
import type { AccountsCommands } from './accounts-schema.ts'
import type { AccountWriter } from './account-store.ts'

type Needs = CommandNeeds & { readonly accountWriter: AccountWriter }

export const accountCommands = {
  Mutation: {
    async accountCreate(_, { input }, context) {
      const { draft, faults } = readAccountDraft(input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
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

function runOnAccount(
  context: HasCommands & Needs,
  sent: string,
  faults: readonly InputFault[],
  write: (transaction: BooksTransaction, account: Account) => Promise<Written<Account>>,
): Promise<CommandAnswer<Account>> {
  const { find } = context.accountWriter
  return runOnRow(context, { kind: 'Account', noun: 'Account', sent, faults, find, write })
}
