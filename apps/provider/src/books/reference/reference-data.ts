import { type Currency, knownCurrency } from '@counterfoil/money/currencies'
import { ACCOUNT_SUBTYPES, NOT_ARCHIVABLE, SUBTYPE_DESCRIPTIONS, SYSTEM_CREATED } from './account-subtypes.ts'
import { BUSINESS_SUBTYPES } from './business-subtypes.ts'
import { COUNTRIES } from './countries.ts'
import { PROVINCES_BY_COUNTRY } from './provinces.ts'

/** English names of the trades. */
const BUSINESS_TYPES = [
  { value: 'ARTISTS_PHOTOGRAPHERS_CREATIVE', name: 'Artists, photographers and creative work' },
  { value: 'CONSULTANTS_PROFESSIONALS', name: 'Consultants and professionals' },
  { value: 'FINANCE_INSURANCE', name: 'Finance and insurance' },
  { value: 'HAIR_SPA_AESTHETICS', name: 'Hair, spa and aesthetics' },
  { value: 'MEDICAL_DENTAL_HEALTH_SERVICE', name: 'Medical, dental and health services' },
  { value: 'NONPROFIT_ASSOCIATIONS_GROUPS', name: 'Non-profit organizations, associations and groups' },
  { value: 'OTHER', name: 'Other' },
  { value: 'PRODUCT_PROVIDER', name: 'Makers and vendors of products' },
  { value: 'REALESTATE_HOME', name: 'Real estate and home' },
  { value: 'RETAILERS_AND_RESELLERS', name: 'Retailers and resellers' },
  { value: 'SERVICE_PROVIDER', name: 'Services' },
  { value: 'WEB_MEDIA_FREELANCER', name: 'Web and media freelancers' },
] as const

export type CountryCode = (typeof COUNTRIES)[number][0]
export type AccountSubtypeValue = (typeof ACCOUNT_SUBTYPES)[number]['value']
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

/** A trade and a finer trade: a value for programs with its English name. */
export type BusinessType = (typeof BUSINESS_TYPES)[number]
export type BusinessSubtype = (typeof BUSINESS_SUBTYPES)[number]

function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
}

function provincesOf(countryCode: string): readonly Province[] {
  const rows = PROVINCES_BY_COUNTRY[countryCode]
  if (rows === undefined) return []
  return rows.split(';').map((row) => {
    const text = row.trim()
    const space = text.indexOf(' ')
    const name = text.slice(space + 1)
    return { code: `${countryCode}-${text.slice(0, space)}`, name, slug: slugOf(name) }
  })
}

const byName = new Intl.Collator('en').compare

/** All countries, by name, each with its currency and its provinces. */
export const countries: readonly Country[] = COUNTRIES.map(([code, nameWithArticle, currency]) => ({
  code,
  name: nameWithArticle.replace(/^the /, ''),
  nameWithArticle,
  currency: knownCurrency(currency),
  provinces: provincesOf(code).toSorted((one, other) => byName(one.name, other.name)),
})).toSorted((one, other) => byName(one.name, other.name))

const countriesByCode: ReadonlyMap<string, Country> = new Map(
  countries.map((country) => [country.code, country]),
)
const provincesByCode: ReadonlyMap<string, Province> = new Map(
  countries.flatMap((country) => country.provinces.map((province) => [province.code, province])),
)

/** The country of an ISO 3166-1 alpha-2 code, or undefined. */
export function findCountry(code: string): Country | undefined {
  return countriesByCode.get(code)
}

/** The province of an ISO 3166-2 code such as `CA-ON`, or undefined. */
export function findProvince(code: string): Province | undefined {
  return provincesByCode.get(code)
}

const businessTypes: ReadonlyMap<string, BusinessType> = new Map(
  BUSINESS_TYPES.map((row) => [row.value, row]),
)
const businessSubtypes: ReadonlyMap<string, BusinessSubtype> = new Map(
  BUSINESS_SUBTYPES.map((row) => [row.value, row]),
)

/** The trade of that value, or undefined. */
export function findBusinessType(value: string): BusinessType | undefined {
  return businessTypes.get(value)
}

/** The finer trade of that value, or undefined. */
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

/** The five types of account, in the order of a chart of accounts. */
export const accountTypes: readonly AccountType[] = Object.values(ACCOUNT_TYPES)

/** Every kind of account, each with its type. */
export const accountSubtypes: readonly AccountSubtype[] = ACCOUNT_SUBTYPES.map((row) => ({
  ...row,
  type: ACCOUNT_TYPES[row.type],
  archivable: !NOT_ARCHIVABLE.has(row.value),
  systemCreated: SYSTEM_CREATED.has(row.value),
  description: SUBTYPE_DESCRIPTIONS[row.value],
}))

const subtypesByValue: ReadonlyMap<AccountSubtypeValue, AccountSubtype> = new Map(
  accountSubtypes.map((subtype) => [subtype.value, subtype]),
)

/**
 * Returns the subtype of a stored value.
 *
 * @throws Error for an unknown value: stored and known values have drifted apart
 */
export function knownAccountSubtype(value: AccountSubtypeValue): AccountSubtype {
  const subtype = subtypesByValue.get(value)
  if (subtype === undefined) throw new Error(`The account subtype ${value} is not known`)
  return subtype
}

/** Subtypes that reduce the sum of their type, so their normal side is the opposite. */
const CONTRA_SUBTYPES: ReadonlySet<AccountSubtypeValue> = new Set([
  'DISCOUNTS',
  'DEPRECIATION_AND_AMORTIZATION',
])

/** The side on which an account of that subtype grows. */
export function normalBalanceOf({ value, type }: AccountSubtype): NormalBalance {
  if (!CONTRA_SUBTYPES.has(value)) return type.normalBalanceType
  return type.normalBalanceType === 'DEBIT' ? 'CREDIT' : 'DEBIT'
}
