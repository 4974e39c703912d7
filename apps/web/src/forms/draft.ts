import type { ConnectionId, UserWireId } from '@counterfoil/oauth/ids'
/** What somebody typed in one form and did not save yet. */
export interface Draft {
  /** By field name. */
  readonly values: Readonly<Record<string, string>>
  readonly savedAtMs: number
  /** Of the record when the form was opened: another one now means that somebody changed it meanwhile. */
  readonly modifiedAt: string | null
  /** It was to be saved, and a permission was asked for first: with it, coming back saves it. */
  readonly waits?: true | undefined
  /** The key it was sent with, while what came of that is not known. */
  readonly sent?: { readonly key: string; readonly atMs: number } | undefined
}

/** Which form of which connection: nobody but that person, and no other business, finds it. */
export interface DraftPlace {
  readonly userId: UserWireId
  readonly connectionId: ConnectionId
  /** "invoice", "customer" … */
  readonly form: string
  /** Of the record that is changed; null for a new one. */
  readonly recordId: string | null
}

export const DRAFT_PREFIX = 'draft:'
export const DRAFT_KEPT_MS = 7 * 86_400_000
export const MAX_DRAFTS = 20
/** As it is stored. */
export const MAX_DRAFT_CHARACTERS = 65_536

export function draftKey({ userId, connectionId, form, recordId }: DraftPlace): string {
  return `${DRAFT_PREFIX}${[userId, connectionId, form, recordId ?? 'new'].map(encodeURIComponent).join(':')}`
}

/** Is it a draft of that form of that person, whatever connection and record? */
export function isOfForm(key: string, { userId, form }: Pick<DraftPlace, 'userId' | 'form'>): boolean {
  const [user, , name] = key.slice(DRAFT_PREFIX.length).split(':').map(decodeURIComponent)
  return key.startsWith(DRAFT_PREFIX) && user === userId && name === form
}

/** What is stored: the time in front, to find the oldest without opening any. */
export function formatStored(savedAtMs: number, sealed: string): string {
  return `${savedAtMs}.${sealed}`
}

export function parseStored(
  text: string,
): { readonly savedAtMs: number; readonly sealed: string } | undefined {
  const dot = text.indexOf('.')
  const savedAtMs = Number(text.slice(0, dot))
  return dot > 0 && Number.isSafeInteger(savedAtMs) ? { savedAtMs, sealed: text.slice(dot + 1) } : undefined
}

/** Which stored drafts go: those that are too old or broken, and the oldest when there would be too many. */
export function draftsToDrop(
  stored: readonly (readonly [key: string, text: string])[],
  nowMs: number,
  most = MAX_DRAFTS,
): readonly string[] {
  const known = stored.map(([key, text]) => ({ key, savedAtMs: parseStored(text)?.savedAtMs ?? -Infinity }))
  const young = known
    .filter(({ savedAtMs }) => nowMs - savedAtMs < DRAFT_KEPT_MS)
    .toSorted((one, other) => other.savedAtMs - one.savedAtMs)
  const kept = new Set(young.slice(0, most).map(({ key }) => key))
  return known.filter(({ key }) => !kept.has(key)).map(({ key }) => key)
}

/** Does a form hold anything that is not there already? */
export function isChanged(values: Draft['values'], initial: Draft['values']): boolean {
  const names = new Set([...Object.keys(values), ...Object.keys(initial)])
  return [...names].some((name) => (values[name] ?? '') !== (initial[name] ?? ''))
}
