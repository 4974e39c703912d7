import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { addressOf, CONNECTION_PAGE } from '@counterfoil/bff-api/paths'
import type { AgeKey } from '#figures/who-owes-you.ts'

/** Every page of the app; in an address it is behind its business, see `addressOf`. */
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

/** Where an {@link AppLink} to a page of this business leads, whichever one is shown. */
export function linkTo({ key }: Pick<ConnectionView, 'key'>, page: string): string {
  return `~${addressOf({ business: key, page })}`
}

/** Lists of what is in the books, each with a page of its own. */
export const LISTS = ['invoices', 'customers', 'products', 'transactions', 'accounts', 'estimates'] as const
export type ListName = (typeof LISTS)[number]

/** What has a page of its own, below the address of its list. */
const DETAILS = {
  invoice: 'invoices',
  customer: 'customers',
  account: 'accounts',
  estimate: 'estimates',
  transaction: 'transactions',
  /** What a customer has to pay, as a page to print. */
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

/** What an address is about, when it is that of a list or of one thing in it. */
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

/** Undefined of a text that is no encoded one. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Forms with a page of their own, and the list that their records are in. */
const FOLDERS = {
  customer: 'customers',
  product: 'products',
  invoice: 'invoices',
  estimate: 'estimates',
} as const
export type FormName = keyof typeof FOLDERS

/** The address of a form. @param id Null for a new one. */
export function formPath(form: FormName, id: string | null): string {
  return id === null ? `/${FOLDERS[form]}/new` : `/${FOLDERS[form]}/${encodeURIComponent(id)}/edit`
}

/** Which form an address is; undefined when it is none. */
export function readFormPath(
  path: string,
): { readonly form: FormName; readonly id: string | null } | undefined {
  const [, folder, name = '', end, ...more] = path.split('/')
  const form = (Object.keys(FOLDERS) as FormName[]).find((known) => FOLDERS[known] === folder)
  if (form === undefined || more.length > 0) return undefined
  if (name === 'new' && end === undefined) return { form, id: null }
  const id = decode(name)
  return name === '' || end !== 'edit' || id === undefined ? undefined : { form, id }
}

/** How late an invoice is, as the address of the list says it. */
export const AGE_NAMES = {
  notDue: 'not-late',
  days1To30: '1-30',
  days31To60: '31-60',
  days61To90: '61-90',
  over90: 'over-90',
} as const satisfies Record<AgeKey, string>

/** The list of what is not paid, and of what is late of it. */
export const UNPAID_INVOICES = `${PATHS.invoices}?state=unpaid`
export const LATE_INVOICES = `${PATHS.invoices}?state=late`

/** The end of the address of a late invoice that opens the reminder to its customer. */
export const REMIND_HASH = '#remind'
/** The same of an unpaid one that opens its payment. */
export const PAY_HASH = '#pay'

/** The place of the line of cash after today, whose steps are the payments that are expected. */
export const AHEAD_ROWS = '/#ahead'

export function agePath(key: AgeKey): string {
  return `${key === 'notDue' ? UNPAID_INVOICES : LATE_INVOICES}&age=${AGE_NAMES[key]}`
}
