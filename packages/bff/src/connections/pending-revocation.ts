import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import type { TokenSet } from './token-set.ts'
import { formatTokens, parseTokens } from './connection-codec.ts'

/**
 * All keys of one connection carry the same hash tag, so that a cluster keeps them in one place and one script may
 * change them together.
 */
export const connectionKey = (connectionId: ConnectionId) => `connection:{${connectionId}}`
export const lastReadKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:last-read`
/** When its person looked last at what was read. */
export const lastLookKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:last-look`
/** Whether its person wants the Monday letter, and which were sent. */
export const letterKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:letter`
export const notesKey = (connectionId: ConnectionId) => `connection:{${connectionId}}:notes`
/** Idempotency records by the digest of their key, the times of those without an answer, and of those with one. */
export const idempotencyKeys = (connectionId: ConnectionId) => {
  const records = `connection:{${connectionId}}:changes`
  return [records, `${records}:open`, `${records}:answered`] as const
}
/** The list of pending revocations of one connection: tokens that are to be revoked at the provider. */
export const pendingRevocationsKey = (connectionId: ConnectionId) =>
  `connection:{${connectionId}}:revocations`

export interface PendingRevocation {
  readonly itemId: TokenSetId
  /** How long until they may be revoked; 0 or less: they are due. */
  readonly dueInMs: number
  /** Undefined when they cannot be read here; then `fault` says why. */
  readonly tokens: TokenSet | undefined
  readonly fault?: 'unknown_key' | 'damaged'
  /** The request that wants them revoked; joins the logs, also when the revocation succeeds much later. */
  readonly requestId?: RequestId | undefined
}

/** Marks a text that was sealed for a record and was moved here unopened, because no key of this process opens it. */
const SEALED_FOR_RECORD = 'record'

/** One item as text: when it is due by the store's clock, who asked for it, and the sealed tokens. */
export function formatPendingRevocation(
  box: SealedBox,
  connectionId: ConnectionId,
  tokens: TokenSet,
  dueAtMs: number,
  requestId?: RequestId,
): string {
  return `${dueAtMs}|${requestId ?? ''}|${box.seal({ text: formatTokens(tokens), context: pendingRevocationsKey(connectionId) })}`
}

/** One item of a record whose tokens could not be read: the sealed text as it is, for a process that has the key. */
export function formatUnreadRevocation(sealed: string, dueAtMs: number, requestId?: RequestId): string {
  return `${dueAtMs}|${requestId ?? ''}|${sealed}|${SEALED_FOR_RECORD}`
}

/** Reads what {@link formatPendingRevocation} wrote. @param nowMs By the store's clock. */
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

/** When an item is due, by the store's clock. */
export const dueAtMsOf = (text: string): number => Number(text.slice(0, text.indexOf('|')))

export function keyIdOfPendingRevocation(text: string): string | undefined {
  return keyIdOf(text.split('|')[2] ?? '')
}
