import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'

/** AES-256-GCM under versioned keys. */
export interface SealedBox {
  /**
   * Seals `text` under the newest key.
   * `context`: what the sealed text belongs to; it opens nowhere else (additional authenticated data).
   */
  seal(content: { readonly text: string; readonly context: string }): string
  open(content: { readonly sealed: string; readonly context: string }): Opening
}

/**
 * `unknown_key`: another process may have the key; nothing may be concluded or deleted. `damaged`: a bit changed, the
 * context is another, or it was never sealed: no key opens it.
 */
export type Opening =
  | {
      readonly kind: 'opened'
      readonly text: string
      /** Was it sealed under a key that is not the newest? Then it should be sealed again. */
      readonly isOldKey: boolean
    }
  | { readonly kind: 'unknown_key'; readonly keyId: string }
  | { readonly kind: 'damaged' }

/** The id of the key that `sealed` names; undefined when it is no sealed text. */
export function keyIdOf(sealed: string): string | undefined {
  return /^([A-Za-z0-9_-]{1,16})\.[A-Za-z0-9_-]+$/.exec(sealed)?.[1]
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const POOLED_NONCES = 512

/**
 * Returns a function that gives another nonce at each call, valid until the next one. They are fetched in large pieces: asking the
 * generator for each one costs half as much as sealing.
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

/** @param keys The first seals, all open; each of 32 bytes. */
export function createSealedBox(
  keys: readonly { readonly id: string; readonly key: Uint8Array }[],
): SealedBox {
  const [newest] = keys
  if (newest === undefined) throw new TypeError('a sealed box needs a key')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const takeNonce = createNonces()
  return {
    seal({ text, context }) {
      const nonce = takeNonce()
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${body.toString('base64url')}`
    },
    open({ sealed, context }) {
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
        const text =
          decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)).toString('utf8') + decipher.final('utf8')
        return { kind: 'opened', text, isOldKey: keyId !== newest.id }
      } catch {
        return { kind: 'damaged' }
      }
    },
  }
}
