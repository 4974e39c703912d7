import type { SealedBox } from './sealed-box.ts'

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
