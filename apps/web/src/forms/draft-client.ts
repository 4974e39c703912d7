import type { Boot } from '@counterfoil/bff-api/session'
import type { ConnectionId, UserWireId } from '@counterfoil/oauth/ids'

/** Keeps drafts in this tab, sealed with keys that only the person of this page has. */
export interface Drafts {
  /** Undefined: none, too old, or of somebody else. */
  open(place: DraftPlace): Promise<Draft | undefined>
  /** @returns false when it could not be kept */
  keep(place: DraftPlace, draft: Draft): Promise<boolean>
  /** Those of one form, of every connection and record. */
  list(of: Pick<DraftPlace, 'userId' | 'form'>): Promise<readonly Draft[]>
  drop(place: DraftPlace): void
}

const NONCE_BYTES = 12

function readBootKeys(): readonly string[] {
  const block = document.getElementById('boot')
  if (block?.textContent == null) return []
  const { draftKeys } = JSON.parse(block.textContent) as Boot
  // Whole: to change the text of a script, even of one that is data, is for trusted types.
  block.remove()
  return draftKeys ?? []
}

/** Without a secure origin there is no cipher, and nothing is kept. */
async function importKeys(texts: readonly string[]): Promise<readonly CryptoKey[]> {
  if (!('subtle' in crypto)) return []
  return Promise.all(
    texts.map((text) =>
      crypto.subtle.importKey('raw', fromBase64(text), 'AES-GCM', false, ['encrypt', 'decrypt']),
    ),
  )
}

/**
 * The keys stand in the page as the BFF made it. They are taken out of it once, and cannot be read again: what is imported may be
 * used and not reported.
 */
export function createDrafts(): Drafts {
  let keysOfPage: Promise<readonly CryptoKey[]> | undefined
  const takeKeys = () => (keysOfPage ??= importKeys(readBootKeys()))
  return {
    async open(place) {
      dropOld()
      return open(draftKey(place), await takeKeys())
    },

    async list(of) {
      dropOld()
      const cipherKeys = await takeKeys()
      const stored = Object.keys(sessionStorage).filter((key) => isOfForm(key, of))
      const opened = await Promise.all(stored.map((key) => open(key, cipherKeys)))
      return opened.filter((draft) => draft !== undefined)
    },

    async keep(place, draft) {
      const [newest] = await takeKeys()
      if (newest === undefined) return false
      const key = draftKey(place)
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const sealed = await crypto.subtle.encrypt(
        cipherOf(nonce, key),
        newest,
        new TextEncoder().encode(JSON.stringify(draft)),
      )
      const text = formatStored(
        draft.savedAtMs,
        toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)])),
      )
      if (text.length > MAX_DRAFT_CHARACTERS) return false
      try {
        if (sessionStorage.getItem(key) === null) dropOld(MAX_DRAFTS - 1)
        sessionStorage.setItem(key, text)
        return true
      } catch {
        // Full, or switched off.
        return false
      }
    },

    drop(place) {
      sessionStorage.removeItem(draftKey(place))
    },
  }
}

async function open(key: string, keys: readonly CryptoKey[]): Promise<Draft | undefined> {
  const stored = parseStored(sessionStorage.getItem(key) ?? '')
  if (stored === undefined) return undefined
  const body = fromBase64(stored.sealed)
  for (const cipherKey of keys) {
    try {
      const cipher = cipherOf(body.subarray(0, NONCE_BYTES), key)
      const opened = await crypto.subtle.decrypt(cipher, cipherKey, body.subarray(NONCE_BYTES))
      return JSON.parse(new TextDecoder().decode(opened)) as Draft
    } catch {
      // Sealed under another key: an older one of this person, or one of somebody else.
    }
  }
  return undefined
}

export const drafts = createDrafts()

function dropOld(most?: number): void {
  const stored = Object.entries(sessionStorage).filter(([key]) => key.startsWith(DRAFT_PREFIX)) as [
    string,
    string,
  ][]
  for (const key of draftsToDrop(stored, Date.now(), most)) sessionStorage.removeItem(key)
}

function cipherOf(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

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
function isOfForm(key: string, { userId, form }: Pick<DraftPlace, 'userId' | 'form'>): boolean {
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
