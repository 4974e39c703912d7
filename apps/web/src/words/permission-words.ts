import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'
import type { Catalogue } from './en.ts'
import type { Format } from './format.ts'

/** One thing the app may see, change or send, in words. */
export interface PermissionWords {
  readonly key: string
  readonly kind: PermissionKind
  /** The thing alone: its list says what may be done with it. */
  readonly thing: string
  readonly name: string
  readonly detail: string
}

type Kind = keyof Omit<Catalogue['permission'], 'change' | 'send' | 'kind'>

const KINDS = {
  user: 'user',
  business: 'business',
  account: 'account',
  customer: 'customer',
  invoice: 'invoice',
  product: 'product',
  transaction: 'transaction',
  estimate: 'estimate',
  sales_tax: 'sales_tax',
  vendor: 'vendor',
} as const satisfies Record<string, Kind>

/**
 * Permission values in words: the lines of the provider's own pages, in their order and number. Values that allow
 * nothing (`offline_access`) have no words; one this page does not know is never hidden.
 */
export function permissionWords(values: readonly string[], t: Catalogue): readonly PermissionWords[] {
  const lines = describeScopes(values)
  const words = lines.map((line) => lineWords(line, t))
  const isUnknown = values.some(
    (value) => value.includes(':') && !lines.some(({ scopes }) => scopes.includes(value)),
  )
  return isUnknown
    ? [...words, { key: 'other', kind: 'see', thing: t.permission.other.name, ...t.permission.other }]
    : words
}

function lineWords(line: Permission, t: Catalogue): PermissionWords {
  const [resource = ''] = (line.scopes[0] ?? '').split(':')
  const resourceKind: Kind =
    line.key === 'see_customers_invoices'
      ? 'customers_invoices'
      : (KINDS[resource as keyof typeof KINDS] ?? 'other')
  const { name, detail } = t.permission[resourceKind]
  const { key, kind } = line
  return { key, kind, thing: name, name: kind === 'see' ? name : t.permission[kind](name), detail }
}

/** "customers and invoices": the names inside a sentence. */
export function permissionNames(
  values: readonly string[],
  t: Catalogue,
  format: Pick<Format, 'inside'>,
): readonly string[] {
  return permissionWords(values, t).map(({ name }) => format.inside(name))
}
