import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import type { TokenSet } from './token-set.ts'
import { formatTokens, parseTokens } from './connection-codec.ts'

/**
 * All keys of one connection carry the same hash tag, so that a cluster keeps them in one place and one script may
 * change them together.
 */
export const connectionKey = (connectionId: string) => `connection:{${connectionId}}`
/** What was read last of one connection. */
export const lastReadKey = (connectionId: string) => `connection:{${connectionId}}:last-read`
/** The outbox of one connection: tokens that must die at the provider. */
export const doomedKey = (connectionId: string) => `connection:{${connectionId}}:revocations`

/** Tokens that must die. */
export interface DoomedItem {
  readonly itemId: string
  /** How long they must be left alone; 0 or less: they are due. */
  readonly dueInMs: number
  /** Undefined when they cannot be read here; then `fault` says why. */
  readonly tokens: TokenSet | undefined
  readonly fault?: 'unknown_key' | 'damaged'
  /** The request that doomed them; joins the logs, also when they die much later. */
  readonly requestId?: string | undefined
}

/** Marks what was sealed for a record and came here as it was, because no present key opened it. */
const SEALED_FOR_RECORD = 'record'

/** One item as text: when it is due by the store's clock, who asked for it, and the sealed tokens. */
export function formatDoomed(
  box: SealedBox,
  holderId: string,
  tokens: TokenSet,
  dueAtMs: number,
  requestId = '',
): string {
  return `${dueAtMs}|${requestId}|${box.seal(formatTokens(tokens), doomedKey(holderId))}`
}

/** One item of a record whose tokens could not be read: the sealed text as it is, for a process that has the key. */
export function formatDoomedUnread(sealed: string, dueAtMs: number, requestId = ''): string {
  return `${dueAtMs}|${requestId}|${sealed}|${SEALED_FOR_RECORD}`
}

/** Reads what {@link formatDoomed} wrote. @param nowMs By the store's clock. */
export function parseDoomed(
  box: SealedBox,
  holderId: string,
  itemId: string,
  text: string,
  nowMs: number,
): DoomedItem {
  const [dueAtMs = '', requestId = '', sealed = '', origin] = text.split('|')
  const context = origin === SEALED_FOR_RECORD ? connectionKey(holderId) : doomedKey(holderId)
  const opening = box.open(sealed, context)
  return {
    itemId,
    dueInMs: Number(dueAtMs) - nowMs,
    ...(opening.kind === 'opened'
      ? { tokens: parseTokens(opening.text) }
      : { tokens: undefined, fault: opening.kind }),
    requestId: requestId === '' ? undefined : requestId,
  }
}

/** The id of the key that an item is sealed under. */
export function keyIdOfDoomed(text: string): string | undefined {
  return keyIdOf(text.split('|')[2] ?? '')
}
