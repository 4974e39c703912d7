import { knownCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import type { AccountReader } from '#books/accounts/account.ts'
import { parseRowId, type RowId, rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { type Books, openReachedBooks } from '#books/open-books.ts'
import { businessOf, findInBusiness, readListPage } from '#books/row-fields.ts'
import { createRelation, createRowReader } from '#books/row-reader.ts'
import { notFoundError } from '#caller/caller-error.ts'
import type { Noun } from '#caller/noun.ts'
import { moneyCommands } from './money-commands.ts'
import { createTransactionStore } from './transaction-store.ts'
import type { TransactionLine, TransactionReader } from './transaction.ts'
import type { TransactionsResolvers } from './transactions-schema.ts'

type Needs = {
  readonly businesses: BusinessReader
  readonly accounts: AccountReader
  readonly transactions: TransactionReader
}

const BASES = { 0: 'ALL', 1: 'ACCRUAL', 2: 'CASH' } as const

const transactionResolvers = {
  Business: {
    transaction: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.transactions, { kind: 'Transaction', noun: 'Transaction', uuid, id }),
    async transactions({ uuid }, args, context) {
      const page = readListPage(args, 'Transaction', uuid)
      const books = await openReachedBooks(context, uuid)
      const filter = {
        accountId: await findAccountId(books, args.accountId, context.accounts),
        kind: args.kind ?? null,
        from: args.from ?? null,
        to: args.to ?? null,
      }
      return context.transactions.list({ books, filter, page })
    },
  },
  Transaction: {
    business: businessOf,
    id: (transaction) => rowWireIdOf('Transaction', transaction),
    lines: (transaction, _args, context) => context.transactions.lines(transaction),
    reverses: ({ books, reversesId }, _args, context) =>
      reversesId === null ? null : context.transactions.find(books, reversesId),
  },
  TransactionLine: {
    account: ({ books, accountId }, _args, context) => context.accounts.follow(books, accountId),
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

/** The entries in the books of a business, and mutations for money received and paid. */
export const transactionNoun = {
  sdl: new URL('transactions.graphql', import.meta.url),
  resolvers: transactionResolvers,
  commands: moneyCommands,
  createReaders: (db) => {
    const store = createTransactionStore(db)
    return () => ({ transactions: { ...createRowReader(store), lines: createRelation(store.linesOf) } })
  },
} satisfies Noun
