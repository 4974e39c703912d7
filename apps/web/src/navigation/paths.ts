import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { addressOf, CONNECTION_PAGE } from '@counterfoil/bff-api/paths'

/** Every page of the app; in an address it is behind its business, see `addressOf`. */
export const PATHS = {
  overview: '/',
  invoices: '/invoices',
  customers: '/customers',
  products: '/products',
  transactions: '/transactions',
  accounts: '/accounts',
  estimates: '/estimates',
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
} as const satisfies Record<string, ListName>
export type DetailName = keyof typeof DETAILS

/** The list that a thing is in. */
export function listOf(name: DetailName): ListName {
  return DETAILS[name]
}

/** The address of one thing of the books. */
export function detailPath(name: DetailName, id: string): string {
  return `${PATHS[DETAILS[name]]}/${encodeURIComponent(id)}`
}

/** What an address is about, when it is that of a list or of one thing in it. */
export function readBooksPath(
  path: string,
): { readonly list: ListName } | { readonly detail: DetailName; readonly id: string } | undefined {
  const list = LISTS.find((name) => PATHS[name] === path)
  if (list !== undefined) return { list }
  const [, folder = '', encoded = '', ...rest] = path.split('/')
  const detail = (Object.keys(DETAILS) as DetailName[]).find((name) => PATHS[DETAILS[name]] === `/${folder}`)
  const id = decode(encoded)
  return detail === undefined || id === undefined || id === '' || rest.length > 0 ? undefined : { detail, id }
}

/** Undefined of a text that is no encoded one. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
