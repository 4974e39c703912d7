import { formatAmount } from '@counterfoil/money/money'
import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { PageInfo, PageRequest } from '#caller/paging.ts'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Books } from '#books/open-books.ts'
import {
  knownAccountSubtype,
  normalBalanceOf,
  type AccountSubtypeValue,
  type AccountTypeValue,
} from '#books/reference/reference-data.ts'

export type AccountId = RowId<'Account'>

/** An account as the database has it. */
export type Account = RowKey<'Account'> & {
  readonly books: Books
  readonly name: string
  readonly description: string | null
  readonly displayId: string | null
  readonly currencyCode: string
  readonly subtypeValue: AccountSubtypeValue
  readonly isArchived: boolean
  readonly canArchive: boolean
  readonly sequence: number
}

/** Which accounts of a chart. An empty list filters nothing, and null archived means both kinds. */
export type AccountFilter = {
  readonly isArchived: boolean | null
  readonly types: readonly AccountTypeValue[]
  readonly subtypes: readonly AccountSubtypeValue[]
  readonly excludedSubtypes: readonly AccountSubtypeValue[]
}

export type AccountListRequest = {
  readonly books: Books
  readonly filter: AccountFilter
  readonly page: PageRequest
}

/** One page; what it is a page of is counted only when somebody asks. */
export type AccountPage = {
  readonly edges: readonly { readonly node: Account }[]
  readonly request: AccountListRequest
}

/** Sums of postings in minor units, a debit positive: in the account's own currency, and in that of the business. */
export type PostingSums = { readonly own: bigint; readonly base: bigint }

/** Reads accounts for one request: what is asked for at once is read at once. */
export type AccountReader = {
  /** Null for an id that this business has no account of. */
  find(books: Books, id: AccountId): Promise<Account | null>
  list(request: AccountListRequest): Promise<AccountPage>
  count(request: AccountListRequest): Promise<PageInfo>
  /** Of all postings on accrual up to today in the zone of the business. */
  sumPostings(account: Account): Promise<PostingSums>
}

export type NewAccount = {
  readonly name: string
  readonly description: string | null
  readonly displayId: string | null
  readonly currencyCode: string
  readonly subtypeValue: AccountSubtypeValue
  readonly canArchive: boolean
}

/** What is undefined stays as it is. */
export type AccountChange = {
  readonly name: string | undefined
  readonly description: string | null | undefined
  readonly displayId: string | null | undefined
}

/** Writes accounts, inside a command. */
export type AccountWriter = {
  create(transaction: BooksTransaction, account: NewAccount): Promise<Account>
  find(transaction: BooksTransaction, id: AccountId): Promise<Account | null>
  change(transaction: BooksTransaction, id: AccountId, change: AccountChange): Promise<Account>
  archive(transaction: BooksTransaction, id: AccountId): Promise<void>
}

/** The balance as the schema has it, on the side on which the account grows. */
export function balanceOf(account: Account, minorUnits: bigint, currency: Currency): string {
  const isDebit = normalBalanceOf(knownAccountSubtype(account.subtypeValue)) === 'DEBIT'
  return formatAmount({ minorUnits: isDebit ? minorUnits : -minorUnits, currency })
}

/** The currency an account is kept in. */
export function currencyOf({ currencyCode }: Account): Currency {
  return knownCurrency(currencyCode)
}
