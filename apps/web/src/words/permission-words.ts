import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'
import type { Locale, SessionView } from '@counterfoil/bff-api/session'
import type { Catalogue } from './en.ts'
import type { Format } from './format.ts'

/** One thing the app may see, change or send, in words. */
export interface PermissionWords {
  readonly key: string
  /** `own`: in the words of the provider's profile; it does not say whether something is seen, changed or sent. */
  readonly kind: PermissionKind | 'own'
  /** The thing alone: its list says what may be done with it. */
  readonly thing: string
  readonly name: string
  readonly detail: string
}

/** Where the words of permissions come from. */
interface PermissionVocabulary {
  readonly t: Catalogue
  readonly locale: Locale
  /** Of the provider's profile; they come before the app's. */
  readonly scopeWords: SessionView['provider']['scopeWords']
}

type Kind = keyof Omit<Catalogue['permission'], 'change' | 'send' | 'kind'>

const isKind = (name: string, t: Catalogue): name is Kind => name in t.permission

/**
 * Permission values in words: those of the provider's profile, then the lines of Harbour's own pages, in their order and number. Values
 * that allow nothing (`offline_access`) have no words; one this page does not know is never hidden.
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

/** "customers and invoices": the names inside a sentence. The words of the provider's profile stay as they are. */
export function permissionNames(
  values: readonly string[],
  vocabulary: PermissionVocabulary,
  format: Pick<Format, 'inside'>,
): readonly string[] {
  return permissionWords(values, vocabulary).map(({ kind, name }) =>
    kind === 'own' ? name : format.inside(name),
  )
}
