import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'
import { parseScope } from '@counterfoil/oauth/scope'
import type { PageLocale } from '#words/words.ts'

/** Returns true if the person may untick this permission: the application must permit it for each of its scopes. */
export function isOptional(permission: Permission, optionalScopes: readonly string[]): boolean {
  return permission.scopes.every((scope) => optionalScopes.includes(scope))
}

/** A reason that the application gives for a permission. `locale`: the language of the text. */
export type Reason = { readonly text: string; readonly locale: PageLocale }

/** Default language of an application's reasons. */
const REASON_LOCALE: PageLocale = 'en'

/**
 * Returns the application's reasons for a permission without duplicates: in the reader's language if it gave one (under
 * `account:read@fr`), otherwise in its default language.
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
 * Returns the granted scopes: all requested ones except those of the optional permissions that were unticked. A manipulated form
 * can neither add a scope nor drop one that is not optional.
 *
 * @param kept Keys of the ticked checkboxes.
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

/** Returns the number of permissions to see, change and send, for "Can see 5 things". */
export function countThings(scopes: readonly string[] | string): Readonly<Record<PermissionKind, number>> {
  const permissions = describeScopes(typeof scopes === 'string' ? parseScope(scopes) : scopes)
  const count = (kind: PermissionKind) => permissions.filter((permission) => permission.kind === kind).length
  return { see: count('see'), change: count('change'), send: count('send') }
}
