import { type Currency, knownCurrency } from '@counterfoil/money/currencies'
import subtypeRows from './account-subtypes.json' with { type: 'json' }
import businessTypeRows from './business-types.json' with { type: 'json' }
import countryRows from './countries.json' with { type: 'json' }

export type CountryCode = keyof typeof countryRows
export type AccountSubtypeValue = keyof typeof subtypeRows
export type AccountTypeValue = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'INCOME' | 'LIABILITY'
type NormalBalance = 'CREDIT' | 'DEBIT'

export type Province = { readonly code: string; readonly name: string; readonly slug: string }

export type Country = {
  readonly code: CountryCode
  readonly name: string
  readonly nameWithArticle: string
  readonly currency: Currency
  readonly provinces: readonly Province[]
}

export type AccountType = {
  readonly value: AccountTypeValue
  readonly name: string
  readonly normalBalanceType: NormalBalance
}

export type AccountSubtype = {
  readonly value: AccountSubtypeValue
  readonly name: string
  readonly description: string
  readonly archivable: boolean
  readonly systemCreated: boolean
  readonly type: AccountType
}

/** A type of business, as a value for programs with its English name. */
export type BusinessType = { readonly value: keyof typeof businessTypeRows.types; readonly name: string }
export type BusinessSubtype = {
  readonly value: keyof typeof businessTypeRows.subtypes
  readonly name: string
}

/** Returns the entries of a record with typed keys. */
function entriesOf<Key extends string, Value>(data: Readonly<Record<Key, Value>>): readonly [Key, Value][] {
  return Object.entries(data) as [Key, Value][]
}

function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
}

const byName = new Intl.Collator('en').compare

type CountryRow = {
  readonly nameWithArticle: string
  readonly currency: string
  readonly provinces?: Readonly<Record<string, string>>
}

/**
 * All countries of ISO 3166-1, sorted by name, each with the default currency of businesses there; and the ISO 3166-2 provinces
 * of countries whose addresses contain one.
 *
 * The currency is one of the schema's: where it lacks the present currency, the predecessor (BY, CW, SL, ST, SX, TM, VE); where a
 * territory has no own currency, the one in use (AQ, KP, ZW: US dollar).
 */
export const countries: readonly Country[] = entriesOf<CountryCode, CountryRow>(countryRows)
  .map(([code, { nameWithArticle, currency, provinces = {} }]) => ({
    code,
    name: nameWithArticle.replace(/^the /, ''),
    nameWithArticle,
    currency: knownCurrency(currency),
    provinces: Object.entries(provinces)
      .map(([part, name]) => ({ code: `${code}-${part}`, name, slug: slugOf(name) }))
      .toSorted((one, other) => byName(one.name, other.name)),
  }))
  .toSorted((one, other) => byName(one.name, other.name))

const countriesByCode: ReadonlyMap<string, Country> = new Map(
  countries.map((country) => [country.code, country]),
)
const provincesByCode: ReadonlyMap<string, Province> = new Map(
  countries.flatMap((country) => country.provinces.map((province) => [province.code, province])),
)

/** Returns the country with an ISO 3166-1 alpha-2 code, or undefined. */
export function findCountry(code: string): Country | undefined {
  return countriesByCode.get(code)
}

/** Returns the province with an ISO 3166-2 code such as `CA-ON`, or undefined. */
export function findProvince(code: string): Province | undefined {
  return provincesByCode.get(code)
}

const businessTypes: ReadonlyMap<string, BusinessType> = new Map(
  entriesOf(businessTypeRows.types).map(([value, name]) => [value, { value, name }]),
)
const businessSubtypes: ReadonlyMap<string, BusinessSubtype> = new Map(
  entriesOf(businessTypeRows.subtypes).map(([value, name]) => [value, { value, name }]),
)

/** Returns the type of business with that value, or undefined. */
export function findBusinessType(value: string): BusinessType | undefined {
  return businessTypes.get(value)
}

/** Returns the subtype of business with that value, or undefined. */
export function findBusinessSubtype(value: string): BusinessSubtype | undefined {
  return businessSubtypes.get(value)
}

const ACCOUNT_TYPES = {
  ASSET: { value: 'ASSET', name: 'Assets', normalBalanceType: 'DEBIT' },
  LIABILITY: { value: 'LIABILITY', name: 'Liabilities & Credit Cards', normalBalanceType: 'CREDIT' },
  INCOME: { value: 'INCOME', name: 'Income', normalBalanceType: 'CREDIT' },
  EXPENSE: { value: 'EXPENSE', name: 'Expenses', normalBalanceType: 'DEBIT' },
  EQUITY: { value: 'EQUITY', name: 'Equity', normalBalanceType: 'CREDIT' },
} as const satisfies Record<AccountTypeValue, AccountType>

/** The five account types, in the order of a chart of accounts. */
export const accountTypes: readonly AccountType[] = Object.values(ACCOUNT_TYPES)

type SubtypeRow = Omit<AccountSubtype, 'type' | 'value'> & { readonly type: string }

/** All account subtypes, each with its type. Only the system creates accounts of the `systemCreated` ones. */
export const accountSubtypes: readonly AccountSubtype[] = entriesOf<AccountSubtypeValue, SubtypeRow>(
  subtypeRows,
).map(([value, { type, ...row }]) => ({ value, ...row, type: ACCOUNT_TYPES[type as AccountTypeValue] }))

const subtypesByValue: ReadonlyMap<AccountSubtypeValue, AccountSubtype> = new Map(
  accountSubtypes.map((subtype) => [subtype.value, subtype]),
)

/**
 * Returns the account subtype with a stored value.
 *
 * @throws Error for an unknown value, because stored and known values would not match
 */
export function knownAccountSubtype(value: AccountSubtypeValue): AccountSubtype {
  const subtype = subtypesByValue.get(value)
  if (subtype === undefined) throw new Error(`The account subtype ${value} is not known`)
  return subtype
}

/** The subtypes that reduce the sum of their type, so their normal balance is on the opposite side. */
const CONTRA_SUBTYPES: ReadonlySet<AccountSubtypeValue> = new Set([
  'DISCOUNTS',
  'DEPRECIATION_AND_AMORTIZATION',
])

/** Returns the normal balance of a subtype: the side on which its accounts grow. */
export function normalBalanceOf({ value, type }: AccountSubtype): NormalBalance {
  if (!CONTRA_SUBTYPES.has(value)) return type.normalBalanceType
  return type.normalBalanceType === 'DEBIT' ? 'CREDIT' : 'DEBIT'
}
