import { knownCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import { notFoundError } from '#caller/caller-error.ts'
import { viewerOf } from '#caller/viewer.ts'
import type { Account, AccountReader } from '#books/accounts/account.ts'
import { parseRowId, rowWireIdOf, type RowId } from '#books/book-ids.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { openReachedBooks, type Books } from '#books/open-books.ts'
import { readListPage } from '#books/row-fields.ts'
import type { TransactionLine, TransactionReader } from './transaction.ts'
import type { TransactionsResolvers } from './transactions-schema.ts'

type Needs = {
  readonly businesses: BusinessReader
  readonly accounts: AccountReader
  readonly transactions: TransactionReader
}

const BASES = { 0: 'ALL', 1: 'ACCRUAL', 2: 'CASH' } as const

export const transactionResolvers = {
  Business: {
    async transaction({ uuid }, { id }, context) {
      const books = await openReachedBooks(context.businesses, viewerOf(context), uuid)
      const transactionId = parseRowId('Transaction', id, uuid)
      const transaction =
        transactionId === undefined ? null : await context.transactions.find(books, transactionId)
      if (transaction === null) throw notFoundError('Transaction', id)
      return transaction
    },
    async transactions({ uuid }, args, context) {
      const page = readListPage(args, 'Transaction', uuid)
      const books = await openReachedBooks(context.businesses, viewerOf(context), uuid)
      const filter = {
        accountId: await findAccountId(books, args.accountId, context.accounts),
        kind: args.kind ?? null,
        from: args.from ?? null,
        to: args.to ?? null,
      }
      return context.transactions.list({ books, filter, page })
    },
  },
  TransactionConnection: {
    pageInfo: ({ request }, _args, context) => context.transactions.count(request),
  },
  Transaction: {
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    id: (transaction) => rowWireIdOf('Transaction', transaction),
    lines: (transaction, _args, context) => context.transactions.lines(transaction),
    reverses: ({ books, reversesId }, _args, context) =>
      reversesId === null ? null : context.transactions.find(books, reversesId),
  },
  TransactionLine: {
    async account({ books, accountId }, _args, context): Promise<Account> {
      const account = await context.accounts.find(books, accountId)
      if (account === null) throw new Error('A posting is on an account that is not there')
      return account
    },
    amount: (line) =>
      formatAmount({
        minorUnits: onItsSide(line, line.amountMinor),
        currency: knownCurrency(line.currencyCode),
      }),
    amountInBusinessCurrency: (line) =>
      formatAmount({ minorUnits: onItsSide(line, line.baseMinor), currency: line.books.currency }),
    basis: ({ book }) => BASES[book],
    side: (line) => (isDebit(line) ? 'DEBIT' : 'CREDIT'),
  },
} satisfies TransactionsResolvers<Needs>

/** @throws CallerError NOT_FOUND for an account that this business does not have */
async function findAccountId(
  books: Books,
  sent: string | null | undefined,
  accounts: AccountReader,
): Promise<RowId<'Account'> | null> {
  if (sent === null || sent === undefined) return null
  const id = parseRowId('Account', sent, books.businessId)
  const account = id === undefined ? null : await accounts.find(books, id)
  if (account === null) throw notFoundError('Account', sent)
  return account.id
}

function isDebit({ baseMinor, amountMinor }: TransactionLine): boolean {
  return baseMinor === 0n ? amountMinor > 0n : baseMinor > 0n
}

function onItsSide(line: TransactionLine, minorUnits: bigint): bigint {
  return isDebit(line) ? minorUnits : -minorUnits
}
