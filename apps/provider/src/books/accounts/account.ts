import { formatAmount } from '@counterfoil/money/money'
import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import {
  knownAccountSubtype,
  normalBalanceOf,
  type AccountSubtypeValue,
  type AccountTypeValue,
} from '#books/reference/reference-data.ts'

/** An account as stored in the database. */
export type Account = Row<'Account'> & {
  readonly name: string
  readonly description: string | null
  readonly displayId: string | null
  readonly currencyCode: string
  readonly subtypeValue: AccountSubtypeValue
  readonly isArchived: boolean
  readonly canArchive: boolean
  readonly sequence: number
}

/** The filter of a list of accounts. An empty list filters nothing; a null `archived` includes both kinds. */
export type AccountFilter = {
  readonly isArchived: boolean | null
  readonly types: readonly AccountTypeValue[]
  readonly subtypes: readonly AccountSubtypeValue[]
  readonly excludedSubtypes: readonly AccountSubtypeValue[]
}

export type AccountPage = RowPage<Account>

/** Sums of postings in minor units, debits positive: in the account's own currency and in the currency of the business. */
export type PostingSums = { readonly own: bigint; readonly base: bigint }

export type AccountReader = RowReader<'Account', Account, AccountFilter> & {
  /** Sums all postings of the account on accrual basis, up to today in the time zone of the business. */
  sumPostings(account: Account): Promise<PostingSums>
}

export type NewAccount = Pick<
  Account,
  'name' | 'description' | 'displayId' | 'currencyCode' | 'subtypeValue' | 'canArchive'
> & {
  /** The key of an account that the system itself posts to. Nobody can archive such an account. */
  readonly systemKey: string | null
}

/** Formats the balance for the schema: positive on the normal side of the account. */
export function balanceOf(account: Account, minorUnits: bigint, currency: Currency): string {
  const isDebit = normalBalanceOf(knownAccountSubtype(account.subtypeValue)) === 'DEBIT'
  return formatAmount({ minorUnits: isDebit ? minorUnits : -minorUnits, currency })
}

export function currencyOf({ currencyCode }: Account): Currency {
  return knownCurrency(currencyCode)
}
