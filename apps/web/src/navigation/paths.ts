import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { addressOf, CONNECTION_PAGE } from '@counterfoil/bff-api/paths'
import type { AgeKey } from '#figures/who-owes-you.ts'

/** The paths of the app's pages; in an address they follow the business, see `addressOf`. */
export const PATHS = {
  overview: '/',
  invoices: '/invoices',
  customers: '/customers',
  products: '/products',
  transactions: '/transactions',
  accounts: '/accounts',
  estimates: '/estimates',
  search: '/search',
  periods: '/periods',
  profile: '/profile',
  businesses: '/businesses',
  connection: CONNECTION_PAGE,
  disconnect: '/settings/connection/disconnect',
  signedIn: '/settings/sessions',
} as const

/** Returns the target of an {@link AppLink} to a page of this business, whichever business is selected. */
export function linkTo({ key }: Pick<ConnectionView, 'key'>, page: string): string {
  return `~${addressOf({ business: key, page })}`
}

/** The lists of records in the books, each with a page of its own. */
export const LISTS = ['invoices', 'customers', 'products', 'transactions', 'accounts', 'estimates'] as const
export type ListName = (typeof LISTS)[number]

/** The records with pages below the address of their list. */
const DETAILS = {
  invoice: 'invoices',
  customer: 'customers',
  account: 'accounts',
  estimate: 'estimates',
  transaction: 'transactions',
  /** The customer's statement, a page to print. */
  statement: 'customers',
} as const satisfies Record<string, ListName>
export type DetailName = keyof typeof DETAILS

export function listOf(name: DetailName): ListName {
  return DETAILS[name]
}

const STATEMENT = '/statement'

export function detailPath(name: DetailName, id: string): string {
  return `${PATHS[DETAILS[name]]}/${encodeURIComponent(id)}${name === 'statement' ? STATEMENT : ''}`
}

/** Parses the list or the record of an address. Undefined for other addresses. */
export function readBooksPath(
  path: string,
): { readonly list: ListName } | { readonly detail: DetailName; readonly id: string } | undefined {
  const list = LISTS.find((name) => PATHS[name] === path)
  if (list !== undefined) return { list }
  const isStatement = path.startsWith(PATHS.customers) && path.endsWith(STATEMENT)
  const [, folder = '', encoded = '', ...rest] = (
    isStatement ? path.slice(0, -STATEMENT.length) : path
  ).split('/')
  const detail = (Object.keys(DETAILS) as DetailName[]).find((name) => PATHS[DETAILS[name]] === `/${folder}`)
  const id = decode(encoded)
  if (detail === undefined || id === undefined || id === '' || rest.length > 0) return undefined
  return { detail: isStatement ? 'statement' : detail, id }
}

/** Decodes a URI component. Undefined if it is not a valid one. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The records with a form of its own, on a page below their list. */
const FORMS = ['customer', 'product', 'invoice', 'estimate'] as const
export type FormName = (typeof FORMS)[number]

/** Returns the address of a form. @param id Null for a new record. */
export function formPath(form: FormName, id: string | null): string {
  return id === null ? `/${form}s/new` : `/${form}s/${encodeURIComponent(id)}/edit`
}

/** Parses the form of an address. Undefined for other addresses. */
export function readFormPath(
  path: string,
): { readonly form: FormName; readonly id: string | null } | undefined {
  const [, folder, name = '', end, ...more] = path.split('/')
  const form = FORMS.find((known) => `${known}s` === folder)
  if (form === undefined || more.length > 0) return undefined
  if (name === 'new' && end === undefined) return { form, id: null }
  const id = decode(name)
  return name === '' || end !== 'edit' || id === undefined ? undefined : { form, id }
}

/** The names of an invoice's ages in the address of the list. */
export const AGE_NAMES = {
  notDue: 'not-late',
  days1To30: '1-30',
  days31To60: '31-60',
  days61To90: '61-90',
  over90: 'over-90',
} as const satisfies Record<AgeKey, string>

/** The addresses of the lists of unpaid and of late invoices. */
export const UNPAID_INVOICES = `${PATHS.invoices}?state=unpaid`
export const LATE_INVOICES = `${PATHS.invoices}?state=late`

/** The hash of a late invoice's address that opens the reminder to its customer. */
export const REMIND_HASH = '#remind'
/** The hash of an unpaid invoice's address that opens its payment. */
export const PAY_HASH = '#pay'

/** The address of the cash forecast, whose steps are the expected payments. */
export const AHEAD_ROWS = '/#ahead'

export function agePath(key: AgeKey): string {
  return `${key === 'notDue' ? UNPAID_INVOICES : LATE_INVOICES}&age=${AGE_NAMES[key]}`
}
