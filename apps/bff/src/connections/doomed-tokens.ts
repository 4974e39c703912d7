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
  readonly dueAtMs: number
  readonly tokens: TokenSet | undefined
}

/** One item as text: when it is due, and the sealed tokens. */
export function formatDoomed(box: SealedBox, holderId: string, tokens: TokenSet, dueAtMs: number): string {
  return `${dueAtMs}|${box.seal(formatTokens(tokens), doomedKey(holderId))}`
}

/** Reads what {@link formatDoomed} wrote. */
export function parseDoomed(box: SealedBox, holderId: string, itemId: string, text: string): DoomedItem {
  const bar = text.indexOf('|')
  const opened = box.open(text.slice(bar + 1), doomedKey(holderId))
  const tokens = opened === undefined ? undefined : parseTokens(opened.text)
  return { itemId, dueAtMs: Number(text.slice(0, bar)), tokens }
}
