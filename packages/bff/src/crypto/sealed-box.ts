import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto'

/**
 * The result of decrypting a text. `unknown_key`: another process may have the key; nothing may be concluded or deleted. `damaged`:
 * a bit changed, the context differs, or it was never sealed: no key opens it.
 */
export type Opening =
  | {
      readonly kind: 'opened'
      readonly text: string
      /** True if the text was sealed under an older key and should be sealed again. */
      readonly isOldKey: boolean
    }
  | { readonly kind: 'unknown_key'; readonly keyId: string }
  | { readonly kind: 'damaged' }

/** Returns the id of the key that `sealed` names; undefined if it is not a sealed text. */
export function keyIdOf(sealed: string): string | undefined {
  return /^([A-Za-z0-9_-]{1,16})\.[A-Za-z0-9_-]+$/.exec(sealed)?.[1]
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const POOLED_NONCES = 512

/**
 * Returns a function that returns a new nonce at each call, valid until the next call. Random bytes are fetched in large blocks:
 * calling the generator for each nonce costs half as much as sealing.
 */
function createNonces(): () => Buffer {
  const pool = Buffer.alloc(POOLED_NONCES * NONCE_BYTES)
  let usedBytes = pool.length
  return () => {
    if (usedBytes === pool.length) {
      randomFillSync(pool)
      usedBytes = 0
    }
    usedBytes += NONCE_BYTES
    return pool.subarray(usedBytes - NONCE_BYTES, usedBytes)
  }
}

export type SealedBox = ReturnType<typeof createSealedBox>

/**
 * Creates the functions that encrypt and decrypt texts with AES-256-GCM under versioned keys.
 * @param keys Keys of 32 bytes: the first encrypts, all decrypt.
 */
export function createSealedBox(keys: readonly { readonly id: string; readonly key: Uint8Array }[]) {
  // A key object is prepared once; raw bytes would be copied and checked at every use.
  const prepared = keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const [newest] = prepared
  if (newest === undefined) throw new TypeError('a sealed box needs a key')
  const byId = new Map(prepared.map(({ id, key }) => [id, key]))
  const takeNonce = createNonces()
  return {
    /**
     * Encrypts `text` under the newest key. `context` names what the text belongs to; it can be decrypted only with the same
     * context (additional authenticated data).
     */
    seal({ text, context }: { readonly text: string; readonly context: string }): string {
      const nonce = takeNonce()
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${body.toString('base64url')}`
    },
    open({ sealed, context }: { readonly sealed: string; readonly context: string }): Opening {
      const keyId = keyIdOf(sealed)
      if (keyId === undefined) return { kind: 'damaged' }
      const body = Buffer.from(sealed.slice(keyId.length + 1), 'base64url')
      if (body.length < NONCE_BYTES + TAG_BYTES) return { kind: 'damaged' }
      const key = byId.get(keyId)
      if (key === undefined) return { kind: 'unknown_key', keyId }
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(body.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
        // Checks the tag, and returns no text: this is a stream cipher.
        decipher.final()
        return { kind: 'opened', text: text.toString('utf8'), isOldKey: keyId !== newest.id }
      } catch {
        return { kind: 'damaged' }
      }
    },
  }
}

/**
 * Thrown if a text is sealed under a key that this process does not have: it was started with an older or newer list of keys than
 * another process. A temporary fault of ours, reported as 503 `store-unavailable`; nothing is changed.
 */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
  readonly keyId: string
  readonly retryAfterSeconds = 5

  constructor(keyId: string) {
    super(`sealed under key "${keyId}", which is not in BFF_TOKEN_KEYS of this process`)
    this.keyId = keyId
  }
}

/** Decrypts `sealed`; undefined if it is damaged, so that no key can open it. @throws UnknownKeyError if only the key is missing */
export function openSealed(
  box: SealedBox,
  { sealed, context }: { readonly sealed: string; readonly context: string },
): string | undefined {
  const opening = box.open({ sealed, context })
  switch (opening.kind) {
    case 'opened':
      return opening.text
    case 'unknown_key':
      throw new UnknownKeyError(opening.keyId)
    case 'damaged':
      return undefined
  }
}
