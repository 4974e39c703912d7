import type { Boot } from '@counterfoil/bff-api/session'
import type { ConnectionId, UserWireId } from '@counterfoil/oauth/ids'

export type Drafts = ReturnType<typeof createDrafts>

const NONCE_BYTES = 12

function readBootKeys(): readonly string[] {
  const block = document.getElementById('boot')
  if (block?.textContent == null) return []
  const { draftKeys } = JSON.parse(block.textContent) as Boot
  // Removes the whole element: Trusted Types forbids changing the text of a script, even of a data block.
  block.remove()
  return draftKeys ?? []
}

/** Returns no keys without a secure origin: no encryption is available there, and no drafts are stored. */
async function importKeys(texts: readonly string[]): Promise<readonly CryptoKey[]> {
  if (!('subtle' in crypto)) return []
  return Promise.all(
    texts.map((text) =>
      crypto.subtle.importKey('raw', fromBase64(text), 'AES-GCM', false, ['encrypt', 'decrypt']),
    ),
  )
}

/**
 * Stores drafts in this tab, encrypted with keys that only the signed-in person has. The keys are taken out of the page that the BFF
 * rendered, and imported once as non-extractable keys, so that scripts can use but not read them.
 */
export function createDrafts() {
  let keysOfPage: Promise<readonly CryptoKey[]> | undefined
  const takeKeys = () => (keysOfPage ??= importKeys(readBootKeys()))
  return {
    /** Returns undefined if the draft is missing, too old or of another person. */
    async open(place: DraftPlace) {
      dropOld()
      return open(draftKey(place), await takeKeys())
    },

    /** Returns the drafts of one form for every connection and record. */
    async list(of: Pick<DraftPlace, 'userId' | 'form'>): Promise<readonly Draft[]> {
      dropOld()
      const cipherKeys = await takeKeys()
      const stored = Object.keys(sessionStorage).filter((key) => isOfForm(key, of))
      const opened = await Promise.all(stored.map((key) => open(key, cipherKeys)))
      return opened.filter((draft) => draft !== undefined)
    },

    /** @returns false if the draft could not be stored */
    async keep(place: DraftPlace, draft: Draft) {
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
        // The storage is full or switched off.
        return false
      }
    },

    drop(place: DraftPlace) {
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
      // Encrypted with another key: an older one of this person, or one of another person.
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

/** The unsaved input of one form. */
export interface Draft {
  /** The typed values by field name. */
  readonly values: Readonly<Record<string, string>>
  readonly savedAtMs: number
  /** The `modifiedAt` of the record when the form was opened. If the record now has another, somebody changed it meanwhile. */
  readonly modifiedAt: string | null
  /** True if saving needs a permission that was requested first. After it is granted, the draft is saved on return. */
  readonly waits?: true | undefined
  /** The key with which the draft was sent, while the outcome is unknown. */
  readonly sent?: { readonly key: string; readonly atMs: number } | undefined
}

/** The key of a draft: one form of one person and connection. No other person or business can read it. */
export interface DraftPlace {
  readonly userId: UserWireId
  readonly connectionId: ConnectionId
  /** "invoice", "customer" … */
  readonly form: string
  /** The id of the changed record; null for a new one. */
  readonly recordId: string | null
}

export const DRAFT_PREFIX = 'draft:'
export const DRAFT_KEPT_MS = 7 * 86_400_000
export const MAX_DRAFTS = 20
/** The maximum length of a draft as stored, encrypted. */
export const MAX_DRAFT_CHARACTERS = 65_536

export function draftKey({ userId, connectionId, form, recordId }: DraftPlace): string {
  return `${DRAFT_PREFIX}${[userId, connectionId, form, recordId ?? 'new'].map(encodeURIComponent).join(':')}`
}

/** Returns whether a storage key is a draft of this form and person, for any connection and record. */
function isOfForm(key: string, { userId, form }: Pick<DraftPlace, 'userId' | 'form'>): boolean {
  const [user, , name] = key.slice(DRAFT_PREFIX.length).split(':').map(decodeURIComponent)
  return key.startsWith(DRAFT_PREFIX) && user === userId && name === form
}

/** Returns the text to store. It starts with the time, so that the oldest draft is found without decrypting. */
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

/** Returns the keys of the stored drafts to delete: expired or broken ones, and the oldest ones beyond the limit. */
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

/** Returns whether the values of a form differ from its initial values. */
export function isChanged(values: Draft['values'], initial: Draft['values']): boolean {
  const names = new Set([...Object.keys(values), ...Object.keys(initial)])
  return [...names].some((name) => (values[name] ?? '') !== (initial[name] ?? ''))
}
