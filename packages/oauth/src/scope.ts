/**
 * Scope values: `resource:operation`.
 * Source: interface.md, "Authorize"; the wire form is RFC 6749 section 3.3.
 */

const READ_WRITE = ['read', 'write', '*'] as const
const SENDABLE = ['read', 'write', 'send', '*'] as const

/** Every resource with its operations. `*` represents all current and future operations. */
export const SCOPE_OPERATIONS = {
  account: READ_WRITE,
  business: READ_WRITE,
  customer: READ_WRITE,
  estimate: SENDABLE,
  invoice: SENDABLE,
  product: READ_WRITE,
  sales_tax: READ_WRITE,
  transaction: READ_WRITE,
  user: ['read', '*'],
  vendor: READ_WRITE,
} as const satisfies Record<string, readonly string[]>

/** Scope values that are accepted because real clients send them; they grant nothing. */
export const INERT_SCOPES = ['offline_access'] as const

/** All scope values that an authorize request may have. */
export const KNOWN_SCOPES: ReadonlySet<string> = new Set([
  ...Object.entries(SCOPE_OPERATIONS).flatMap(([resource, operations]) =>
    operations.map((operation) => `${resource}:${operation}`),
  ),
  ...INERT_SCOPES,
])

/**
 * Splits a scope parameter into its values, in order and without duplicates. Empty or blank text gives no values.
 * @see RFC 6749 section 3.3
 */
export function parseScope(text: string): readonly string[] {
  return [...new Set(text.split(' ').filter((value) => value !== ''))]
}

/** Joins scope values into a scope parameter. */
export function formatScope(values: Iterable<string>): string {
  return [...new Set(values)].join(' ')
}

/** Returns the values of `asked` that do not exist here: a reason for `invalid_scope`. */
export function unknownScopes(asked: readonly string[]): readonly string[] {
  return asked.filter((value) => !KNOWN_SCOPES.has(value))
}

/** Returns true if `granted` allows `needed`. `resource:*` allows all operations of that resource; `write` never implies `read`. */
export function allowsScope(granted: Iterable<string>, needed: string): boolean {
  const [resource] = needed.split(':')
  for (const value of granted) {
    if (value === needed || value === `${resource}:*`) return true
  }
  return false
}

/**
 * Returns the part of `granted` that an application limited to `allowed` keeps: `invoice:*` shrinks to the allowed operations.
 * Values that grant nothing stay.
 */
export function narrowScopes(granted: readonly string[], allowed: readonly string[]): readonly string[] {
  const kept = granted.flatMap((value) => {
    if (missingScopes([value], allowed).length === 0) return [value]
    const [resource, operation] = value.split(':')
    return operation === '*' ? allowed.filter((other) => other.startsWith(`${resource}:`)) : []
  })
  return [...new Set(kept)]
}

/** Returns true if any of these values grants something. */
export function grantsAnything(scopes: readonly string[]): boolean {
  return missingScopes(scopes, []).length > 0
}

/** Returns the values of `asked` that `granted` does not cover. Values that grant nothing count as covered. */
export function missingScopes(asked: readonly string[], granted: readonly string[]): readonly string[] {
  const inert: readonly string[] = INERT_SCOPES
  return asked.filter((value) => !inert.includes(value) && !allowsScope(granted, value))
}
