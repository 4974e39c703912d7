import type { Catalogue } from './en.ts'

/** One thing the app may see (or change), in words. */
export interface PermissionWords {
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly changes: boolean
}

type Kind = keyof Omit<Catalogue['permission'], 'change'>

const KINDS: readonly Kind[] = [
  'business',
  'account',
  'customer',
  'invoice',
  'product',
  'transaction',
  'estimate',
  'sales_tax',
  'vendor',
  'user',
]

function kindOf(resource: string): Kind {
  return KINDS.find((kind) => kind === resource) ?? 'other'
}

/**
 * Permission values in words, one entry per thing, in the order in which people care.
 * Values that allow nothing (`offline_access`) have no words.
 */
export function permissionWords(values: readonly string[], t: Catalogue): readonly PermissionWords[] {
  const byKind = new Map<Kind, boolean>()
  for (const value of values) {
    const [resource = '', operation] = value.split(':')
    if (operation === undefined) continue
    const kind = kindOf(resource)
    byKind.set(kind, (byKind.get(kind) ?? false) || operation !== 'read')
  }
  const order: readonly Kind[] = [...KINDS, 'other']
  return order.flatMap((kind) => {
    const changes = byKind.get(kind)
    return changes === undefined ? [] : [{ key: kind, ...t.permission[kind], changes }]
  })
}

/** "customers and invoices": the names inside a sentence. */
export function permissionNames(values: readonly string[], t: Catalogue): readonly string[] {
  return permissionWords(values, t).map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1))
}
