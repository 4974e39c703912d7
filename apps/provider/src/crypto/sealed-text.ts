import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '@counterfoil/service/settings/config-faults'

const IV_BYTES = 12
const TAG_BYTES = 16

/** The purpose and owner of a sealed text, which cannot be opened for any other. */
type SealContext = readonly [purpose: string, ...rest: readonly string[]]

/** Seals a text or bytes under the newest of our secrets (AES-256-GCM). */
export function sealText(secrets: Secrets, context: SealContext, text: string | Uint8Array): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0], context), iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Opens a text that {@link sealText} made under any of our secrets; undefined if none of them opens it. */
export function openText(secrets: Secrets, context: SealContext, sealed: string): string | undefined {
  return openBytes(secrets, context, sealed)?.toString()
}

/** Opens bytes in the same way as {@link openText} opens a text. */
export function openBytes(secrets: Secrets, context: SealContext, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, context), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
    try {
      const opened = decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES))
      return Buffer.concat([opened, decipher.final()])
    } catch {
      // Sealed under another secret.
    }
  }
  return undefined
}

function keyOf(secret: string, context: SealContext): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(context)).digest()
}
