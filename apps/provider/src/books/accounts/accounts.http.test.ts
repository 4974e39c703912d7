import { describe } from 'vitest'
import { accountBalances } from './testing/account-balances.ts'
import { accountChanges } from './testing/account-changes.ts'
import { accountLists } from './testing/account-lists.ts'
import { startAccounts } from './testing/accounts-world.ts'

describe.each(['memory', 'postgres'] as const)('the chart of accounts, on a database of kind %s', (kind) => {
  const world = startAccounts(kind)
  accountLists(world)
  accountChanges(world)
  accountBalances(world)
})
