import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** AES-256-GCM under versioned keys. */
export interface SealedBox {
  /**
   * Seals `text` under the newest key.
   * @param context What the sealed text belongs to; it opens nowhere else (additional authenticated data).
   */
  seal(text: string, context: string): string
  /** Opens what any of the keys sealed; undefined when the key is gone, the context is another, or a bit changed. */
  open(sealed: string, context: string): Opened | undefined
}

export interface Opened {
  readonly text: string
  /** Was it sealed under a key that is not the newest? Then it should be sealed again. */
  readonly isOldKey: boolean
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param keys The first seals, all open; each of 32 bytes. */
export function createSealedBox(
  keys: readonly { readonly id: string; readonly key: Uint8Array }[],
): SealedBox {
  const [newest] = keys
  if (newest === undefined) throw new TypeError('a sealed box needs a key')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${body.toString('base64url')}`
    },
    open(sealed, context) {
      const dot = sealed.indexOf('.')
      const keyId = sealed.slice(0, dot)
      const key = byId.get(keyId)
      const body = Buffer.from(sealed.slice(dot + 1), 'base64url')
      if (dot < 1 || key === undefined || body.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(body.subarray(-TAG_BYTES))
      try {
        const text =
          decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)).toString('utf8') + decipher.final('utf8')
        return { text, isOldKey: keyId !== newest.id }
      } catch {
        return undefined
      }
    },
  }
}
