import { formatAmount } from '@counterfoil/money/money'
import { knownCurrency, type Currency } from '@counterfoil/money/currencies'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import {
  knownAccountSubtype,
  normalBalanceOf,
  type AccountSubtypeValue,
  type AccountTypeValue,
} from '#books/reference/reference-data.ts'

/** An account as the database has it. */
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

/** Which accounts of a chart. An empty list filters nothing, and null archived means both kinds. */
export type AccountFilter = {
  readonly isArchived: boolean | null
  readonly types: readonly AccountTypeValue[]
  readonly subtypes: readonly AccountSubtypeValue[]
  readonly excludedSubtypes: readonly AccountSubtypeValue[]
}

export type AccountPage = RowPage<Account>

/** Sums of postings in minor units, a debit positive: in the account's own currency, and in that of the business. */
export type PostingSums = { readonly own: bigint; readonly base: bigint }

export type AccountReader = RowReader<'Account', Account, AccountFilter> & {
  /** Of all postings on accrual up to today in the zone of the business. */
  sumPostings(account: Account): Promise<PostingSums>
}

export type NewAccount = Pick<
  Account,
  'name' | 'description' | 'displayId' | 'currencyCode' | 'subtypeValue' | 'canArchive'
> & {
  /** Names an account that the system itself enters on; nobody can archive it. */
  readonly systemKey: string | null
}

/** Undefined fields stay unchanged. */
export type AccountChange = {
  readonly [Name in 'name' | 'description' | 'displayId']: Account[Name] | undefined
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
