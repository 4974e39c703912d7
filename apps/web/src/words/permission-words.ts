import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'
import type { Locale, SessionView } from '@counterfoil/bff-api/session'
import type { Catalogue } from './en.ts'
import type { Format } from './format.ts'

/** A permission to see, change or send something, in words. */
export interface PermissionWords {
  readonly key: string
  /** `own`: in the words of the provider's profile, which do not distinguish seeing, changing and sending. */
  readonly kind: PermissionKind | 'own'
  /** The object of the permission alone; the list's heading says what may be done with it. */
  readonly thing: string
  readonly name: string
  readonly detail: string
}

/** The sources of the words of permissions. */
interface PermissionVocabulary {
  readonly t: Catalogue
  readonly locale: Locale
  /** The words of the provider's profile, which take precedence over the app's. */
  readonly scopeWords: SessionView['provider']['scopeWords']
}

type Kind = keyof Omit<Catalogue['permission'], 'change' | 'send' | 'kind'>

const isKind = (name: string, t: Catalogue): name is Kind => name in t.permission

/**
 * Returns permission values in words: those of the provider's profile, then the lines of Harbour's own pages, in their order and
 * number. Values that allow nothing (`offline_access`) have no words; a value that this page does not know is never hidden.
 */
export function permissionWords(
  values: readonly string[],
  { t, locale, scopeWords }: PermissionVocabulary,
): readonly PermissionWords[] {
  const others = values.filter((value) => scopeWords[value] === undefined)
  const lines = describeScopes(others)
  const isUnknown = others.some(
    (value) => value.includes(':') && !lines.some(({ scopes }) => scopes.includes(value)),
  )
  return [
    ...values.flatMap((key) => {
      const name = scopeWords[key]?.[locale]
      return name === undefined ? [] : { key, kind: 'own' as const, thing: name, name, detail: '' }
    }),
    ...lines.map((line) => lineWords(line, t)),
    ...(isUnknown
      ? [{ key: 'other', kind: 'see' as const, thing: t.permission.other.name, ...t.permission.other }]
      : []),
  ]
}

function lineWords(line: Permission, t: Catalogue): PermissionWords {
  const [resource = ''] = (line.scopes[0] ?? '').split(':')
  const resourceKind: Kind =
    line.key === 'see_customers_invoices' ? 'customers_invoices' : isKind(resource, t) ? resource : 'other'
  const { name, detail } = t.permission[resourceKind]
  const { key, kind } = line
  return { key, kind, thing: name, name: kind === 'see' ? name : t.permission[kind](name), detail }
}

/** Returns permission names for a sentence: "customers and invoices". The provider profile's words stay as they are. */
export function permissionNames(
  values: readonly string[],
  vocabulary: PermissionVocabulary,
  format: Pick<Format, 'inside'>,
): readonly string[] {
  return permissionWords(values, vocabulary).map(({ kind, name }) =>
    kind === 'own' ? name : format.inside(name),
  )
}
