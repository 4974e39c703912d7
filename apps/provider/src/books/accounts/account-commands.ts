import { refuse } from '#books/command.ts'
import { inBusiness, onRow, readNothing, type CommandNeeds } from '#books/row-command.ts'
import {
  completeAccount,
  findArchiveFault,
  findStaleness,
  readAccountChange,
  readAccountDraft,
} from './account-rules.ts'
import { accountWriter } from './account-store.ts'
import type { AccountsCommands } from './accounts-schema.ts'

const onAccount = onRow({ kind: 'Account', noun: 'Account', find: accountWriter.find })

export const accountCommands = {
  Mutation: {
    accountCreate: inBusiness({
      read: readAccountDraft,
      async write(transaction, { draft }) {
        const account = completeAccount(draft, transaction.books)
        if ('code' in account) refuse(account)
        return accountWriter.create(transaction, account)
      },
      answer: (account) => ({ account }),
    }),

    accountPatch: onAccount('id', {
      read: readAccountChange,
      async write(transaction, account, { change, input }) {
        const fault = findStaleness(account, input.sequence)
        if (fault) refuse(fault)
        return accountWriter.change(transaction, account.id, change)
      },
      answer: (account) => ({ account }),
    }),

    accountArchive: onAccount('id', {
      read: readNothing,
      async write(transaction, account) {
        const fault = findArchiveFault(account)
        if (fault) refuse(fault)
        await accountWriter.archive(transaction, account.id)
      },
      answer: () => ({}),
    }),
  },
} satisfies AccountsCommands<CommandNeeds>
