import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'
import { parseScope } from '@counterfoil/oauth/scope'
import type { PageLocale } from '#words/locale.ts'

/** Returns true if the person may untick this line: the application must permit it for every scope of the line. */
export function isOptional(permission: Permission, optionalScopes: readonly string[]): boolean {
  return permission.scopes.every((scope) => optionalScopes.includes(scope))
}

/** One reason, in the words of the application. `locale`: the language they are in. */
export type Reason = { readonly text: string; readonly locale: PageLocale }

/** Default language of an application's reasons. */
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

/** Returns how many things an application may see, change and send, for "Can see 5 things". */
export function countThings(scopes: readonly string[] | string): Readonly<Record<PermissionKind, number>> {
  const permissions = describeScopes(typeof scopes === 'string' ? parseScope(scopes) : scopes)
  const count = (kind: PermissionKind) => permissions.filter((permission) => permission.kind === kind).length
  return { see: count('see'), change: count('change'), send: count('send') }
}
