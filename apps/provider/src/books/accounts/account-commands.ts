import { done, refused, runInBusiness, runnerOf, type CommandNeeds } from '#books/row-command.ts'
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

const runOnAccount = runnerOf('Account', 'Account', ({ accountWriter }: Needs) => accountWriter)

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
      const { value, ...answer } = await runOnAccount(context, {
        sent: input.id,
        faults,
        async write(transaction, account) {
          const fault = findStaleness(account, input.sequence)
          if (fault) return refused(fault)
          return done(await context.accountWriter.change(transaction, account.id, change))
        },
      })
      return { ...answer, account: value }
    },

    async accountArchive(_, { input }, context) {
      const { didSucceed, inputErrors } = await runOnAccount(context, {
        sent: input.id,
        faults: [],
        async write(transaction, account) {
          const fault = findArchiveFault(account)
          if (fault) return refused(fault)
          await context.accountWriter.archive(transaction, account.id)
          return done(account)
        },
      })
      return { didSucceed, inputErrors }
    },
  },
} satisfies AccountsCommands<Needs>
