import type { PageLocale } from '#pages/locale.ts'
import { parseScope } from '@counterfoil/oauth/scope'
import type { Words } from '#pages/words.ts'

type PermissionWordKey = Exclude<keyof Words['permissions'], 'later'>

/** One line of the consent page: a thing people understand, made of one or more scope values. */
export type Permission = {
  /** Stable name, also of the checkbox. */
  readonly key: PermissionWordKey
  readonly kind: 'see' | 'change'
  /** The scope values behind it, of those that were looked at. */
  readonly scopes: readonly string[]
  /** It came from `resource:*`, which also covers operations that do not exist yet. */
  readonly includesLater: boolean
}

/** `[resource, what seeing it is called, what changing it is called]`, in the order people read them. */
const THINGS: readonly (readonly [string, PermissionWordKey, PermissionWordKey])[] = [
  ['user', 'see_profile', 'change_profile'],
  ['business', 'see_business', 'change_business'],
  ['account', 'see_accounts', 'change_accounts'],
  ['customer', 'see_customers', 'change_customers'],
  ['invoice', 'see_invoices', 'change_invoices'],
  ['estimate', 'see_estimates', 'change_estimates'],
  ['product', 'see_products', 'change_products'],
  ['sales_tax', 'see_sales_taxes', 'change_sales_taxes'],
  ['vendor', 'see_vendors', 'change_vendors'],
  ['transaction', 'see_transactions', 'change_transactions'],
]
const SENDING: Readonly<Record<string, PermissionWordKey>> = {
  invoice: 'send_invoices',
  estimate: 'send_estimates',
}

/**
 * Turns scope values into the lines people read, seeing before changing. Customers and invoices are one line when both
 * are there. Values that grant nothing (`offline_access`) have no line; `transaction:read` has one, because a page
 * must never say less than what is allowed.
 */
export function describeScopes(scopes: readonly string[]): readonly Permission[] {
  const lines = THINGS.flatMap(([resource, see, change]) => {
    const all = scopes.filter((scope) => scope === `${resource}:*`)
    const line = (
      key: PermissionWordKey,
      kind: Permission['kind'],
      operation: string,
    ): readonly Permission[] => {
      const values = [...scopes.filter((scope) => scope === `${resource}:${operation}`), ...all]
      return values.length === 0 ? [] : [{ key, kind, scopes: values, includesLater: all.length > 0 }]
    }
    const sending = SENDING[resource]
    return [
      ...line(see, 'see', 'read'),
      ...line(change, 'change', 'write'),
      ...(sending === undefined ? [] : line(sending, 'change', 'send')),
    ]
  })
  return [
    ...mergeCustomersAndInvoices(lines.filter((line) => line.kind === 'see')),
    ...lines.filter((line) => line.kind === 'change'),
  ]
}

function mergeCustomersAndInvoices(lines: readonly Permission[]): readonly Permission[] {
  const customers = lines.find((line) => line.key === 'see_customers')
  const invoices = lines.find((line) => line.key === 'see_invoices')
  if (customers === undefined || invoices === undefined) return lines
  const both: Permission = {
    key: 'see_customers_invoices',
    kind: 'see',
    scopes: [...customers.scopes, ...invoices.scopes],
    includesLater: customers.includesLater || invoices.includesLater,
  }
  return lines.flatMap((line) => (line === customers ? [both] : line === invoices ? [] : [line]))
}

/** May the person leave this line out? Only when the application said so for every value behind it. */
export function isOptional(permission: Permission, optionalScopes: readonly string[]): boolean {
  return permission.scopes.every((scope) => optionalScopes.includes(scope))
}

/** One reason, in the words of the application. `locale`: the language they are in. */
export type Reason = { readonly text: string; readonly locale: PageLocale }

/** What an application writes its reasons in unless it says otherwise. */
const REASON_LOCALE: PageLocale = 'en'

/**
 * The application's own reasons for a line, each once: in the reader's language where it gave one (under
 * `account:read@fr`), else in the one it wrote.
 */
export function reasonsFor(
  permission: Permission,
  reasons: Readonly<Record<string, string>>,
  locale: PageLocale,
): readonly Reason[] {
  const textOf = (key: string) => (Object.hasOwn(reasons, key) ? (reasons[key]?.trim() ?? '') : '')
  const found = new Map<string, Reason>()
  for (const scope of permission.scopes) {
    const own = textOf(`${scope}@${locale}`)
    const text = own === '' ? textOf(scope) : own
    if (text !== '') found.set(text, { text, locale: own === '' ? REASON_LOCALE : locale })
  }
  return [...found.values()]
}

/**
 * The scope values of an answer: everything asked for but the optional lines that were left out.
 * An edited form can neither add a value nor leave out one that is not optional.
 *
 * @param kept Keys of the checkboxes that came back ticked.
 */
export function keptScopes(
  asked: readonly string[],
  optionalScopes: readonly string[],
  kept: readonly string[],
): readonly string[] {
  const dropped = new Set(
    describeScopes(asked)
      .filter((permission) => isOptional(permission, optionalScopes) && !kept.includes(permission.key))
      .flatMap((permission) => permission.scopes),
  )
  return asked.filter((scope) => !dropped.has(scope))
}

/** How many things an application may see or change, for "Can see 5 things". */
export function countThings(scopes: readonly string[] | string): number {
  return describeScopes(typeof scopes === 'string' ? parseScope(scopes) : scopes).length
}
