import type { SealedBox } from '#tokens/sealed-box.ts'
import type { TokenSet } from '#tokens/token-set.ts'
import { formatTokens, parseTokens } from './connection-codec.ts'

/**
 * All keys of one connection carry the same hash tag, so that a cluster keeps them in one place and one script may
 * change them together.
 */
export const connectionKey = (connectionId: string) => `connection:{${connectionId}}`
/** The outbox of one connection: tokens that must die at the provider. */
export const doomedKey = (connectionId: string) => `connection:{${connectionId}}:revocations`

/** Tokens that must die. `tokens` is undefined when the key that sealed them is gone. */
export interface DoomedItem {
  readonly itemId: string
  /** How long they must be left alone; 0 or less: they are due. */
  readonly dueInMs: number
  readonly tokens: TokenSet | undefined
  /** The request that doomed them; joins the logs, also when they die much later. */
  readonly requestId?: string | undefined
}

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

/** Reads what {@link formatDoomed} wrote. @param nowMs By the store's clock. */
export function parseDoomed(
  box: SealedBox,
  holderId: string,
  itemId: string,
  text: string,
  nowMs: number,
): DoomedItem {
  const [dueAtMs = '', requestId = '', sealed = ''] = text.split('|')
  const opened = box.open(sealed, doomedKey(holderId))
  return {
    itemId,
    dueInMs: Number(dueAtMs) - nowMs,
    tokens: opened === undefined ? undefined : parseTokens(opened.text),
    requestId: requestId === '' ? undefined : requestId,
  }
}
