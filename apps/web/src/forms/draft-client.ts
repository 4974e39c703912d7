import type { Boot } from '@counterfoil/bff-api/session'
import {
  DRAFT_PREFIX,
  draftKey,
  draftsToDrop,
  isOfForm,
  formatStored,
  MAX_DRAFT_CHARACTERS,
  MAX_DRAFTS,
  parseStored,
  type Draft,
  type DraftPlace,
} from './draft.ts'

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

/** The drafts of this tab. */
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
