/**
 * One line of a list of permissions: one right, which consists of one or more scope values. The consent page, the
 * provider's list of connected apps and the app itself show the same lines, so their numbers of permissions agree.
 */
export interface Permission {
  /** The key of the line: `see_accounts`, `change_invoices`, `send_estimates`. The app and the provider have texts for it. */
  readonly key: PermissionKey
  readonly kind: PermissionKind
  /** The scope values of this line, among those passed to {@link describeScopes}. */
  readonly scopes: readonly string[]
  /** True if the line comes from `resource:*`, which also covers future operations. */
  readonly includesLater: boolean
}

/** The kind of access to a resource. */
export type PermissionKind = 'see' | 'change' | 'send'

/** `[resource, key of reading, key of changing]`, in the order of the consent page. */
const THINGS = [
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
] as const
const SENDING = { invoice: 'send_invoices', estimate: 'send_estimates' } as const
const MERGED = 'see_customers_invoices'

export type PermissionKey =
  (typeof THINGS)[number][1 | 2] | (typeof SENDING)[keyof typeof SENDING] | typeof MERGED

/**
 * Turns scope values into permission lines: reading before changing, and sending last. Reading customers and invoices is one line
 * if both are included. Values that grant nothing (`offline_access`) and unknown values have no line.
 */
export function describeScopes(scopes: readonly string[]): readonly Permission[] {
  const lines = THINGS.flatMap(([resource, see, change]) => {
    const all = scopes.filter((scope) => scope === `${resource}:*`)
    const line = (key: PermissionKey, kind: Permission['kind'], operation: string): readonly Permission[] => {
      const values = [...scopes.filter((scope) => scope === `${resource}:${operation}`), ...all]
      return values.length === 0 ? [] : [{ key, kind, scopes: values, includesLater: all.length > 0 }]
    }
    return [
      ...line(see, 'see', 'read'),
      ...line(change, 'change', 'write'),
      ...(resource === 'invoice' || resource === 'estimate' ? line(SENDING[resource], 'send', 'send') : []),
    ]
  })
  return [
    ...mergeCustomersAndInvoices(lines.filter((line) => line.kind === 'see')),
    ...lines.filter((line) => line.kind === 'change'),
    ...lines.filter((line) => line.kind === 'send'),
  ]
}

function mergeCustomersAndInvoices(lines: readonly Permission[]): readonly Permission[] {
  const customers = lines.find((line) => line.key === 'see_customers')
  const invoices = lines.find((line) => line.key === 'see_invoices')
  if (customers === undefined || invoices === undefined) return lines
  const both: Permission = {
    key: MERGED,
    kind: 'see',
    scopes: [...customers.scopes, ...invoices.scopes],
    includesLater: customers.includesLater || invoices.includesLater,
  }
  return lines.flatMap((line) => (line === customers ? [both] : line === invoices ? [] : [line]))
}
