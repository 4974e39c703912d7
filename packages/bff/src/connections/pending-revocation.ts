import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import type { TokenSet } from './token-set.ts'
import { formatTokens, parseTokens } from './connection-codec.ts'

/**
 * Returns the key of a connection's record. All keys of one connection have the same hash tag, so that a cluster keeps them in one
 * slot and one script may change them together.
 */
export const connectionKey = (connectionId: ConnectionId) => `connection:{${connectionId}}`
export const lastReadKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:last-read`
/** Returns the key of the visits: when the person last looked at the figures. */
export const lastLookKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:last-look`
/** Returns the key of the Monday letter: whether the person wants it, and which were sent. */
export const letterKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:letter`
export const notesKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:notes`
/** Returns the keys of the idempotency records, of the times of the open ones, and of those of the answered ones. */
export const idempotencyKeys = (connectionId: ConnectionId) => {
  const records = `connection:{${connectionId}}:changes`
  return [records, `${records}:open`, `${records}:answered`] as const
}
/** Returns the key of a connection's pending revocations: tokens that are to be revoked at the provider. */
export const pendingRevocationsKey = (connectionId: ConnectionId) =>
  `connection:{${connectionId}}:revocations`

export interface PendingRevocation {
  readonly itemId: TokenSetId
  /** The time in milliseconds until the tokens may be revoked; 0 or less if they are due. */
  readonly dueInMs: number
  /** Undefined if the tokens cannot be read here; then `fault` is the reason. */
  readonly tokens: TokenSet | undefined
  readonly fault?: 'unknown_key' | 'damaged'
  /** The id of the request that caused the revocation. It connects the logs, even if the revocation succeeds much later. */
  readonly requestId?: RequestId | undefined
}

/** Marks a text that was sealed for a record and moved here undecrypted, because this process lacks its key. */
const SEALED_FOR_RECORD = 'record'

/** Formats an item: its due time by the store's clock, the id of the request, and the sealed tokens. */
export function formatPendingRevocation(
  box: SealedBox,
  connectionId: ConnectionId,
  tokens: TokenSet,
  dueAtMs: number,
  requestId?: RequestId,
): string {
  return `${dueAtMs}|${requestId ?? ''}|${box.seal({ text: formatTokens(tokens), context: pendingRevocationsKey(connectionId) })}`
}

/** Formats an item for a record with unreadable tokens: it keeps their sealed text, for a process that has the key. */
export function formatUnreadRevocation(sealed: string, dueAtMs: number, requestId?: RequestId): string {
  return `${dueAtMs}|${requestId ?? ''}|${sealed}|${SEALED_FOR_RECORD}`
}

/** Parses a text of {@link formatPendingRevocation}. @param nowMs The present time by the store's clock. */
export function parsePendingRevocation(
  box: SealedBox,
  connectionId: ConnectionId,
  itemId: TokenSetId,
  text: string,
  nowMs: number,
): PendingRevocation {
  const [dueAtMs = '', requestId = '', sealed = '', origin] = text.split('|')
  const context =
    origin === SEALED_FOR_RECORD ? connectionKey(connectionId) : pendingRevocationsKey(connectionId)
  const opening = box.open({ sealed, context })
  return {
    itemId,
    dueInMs: Number(dueAtMs) - nowMs,
    ...(opening.kind === 'opened'
      ? { tokens: parseTokens(opening.text) }
      : { tokens: undefined, fault: opening.kind }),
    requestId: requestId === '' ? undefined : (requestId as RequestId),
  }
}

/** Returns the due time of an item, by the store's clock. */
export const dueAtMsOf = (text: string): number => Number(text.slice(0, text.indexOf('|')))

export function keyIdOfPendingRevocation(text: string): string | undefined {
  return keyIdOf(text.split('|')[2] ?? '')
}
