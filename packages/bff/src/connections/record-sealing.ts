import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import type { StoreTime } from '#redis/store-time.ts'
import { formatTokens, parseConnection, parseTokens, type StoredConnection } from './connection-codec.ts'
import type { ConnectionRecord } from './connection.ts'
import { connectionKey, formatPendingRevocation, formatUnreadRevocation } from './pending-revocation.ts'
import type { TokenSet } from './token-set.ts'

export interface ReadRecord {
  /** The revision of the record; empty if there is no record. */
  readonly rev: string
  readonly record: ConnectionRecord | undefined
  /** True if the tokens should be sealed again under the newest key. */
  readonly isOldKey: boolean
  /** The sealed text of the tokens in the store. */
  readonly sealed?: string | undefined
}

export const NOTHING: ReadRecord = { rev: '', record: undefined, isOldKey: false }

export interface RecordSealingDeps {
  readonly box: SealedBox
  readonly storeTime: StoreTime
  /** Called if the tokens of a record that is read cannot be decrypted here. */
  readonly onUnreadable: (fact: {
    readonly connectionId: ConnectionId
    readonly fault: 'unknown_key' | 'damaged'
    readonly keyId: string | undefined
  }) => void
}

/** Creates the functions that seal the tokens of a record for the store and open them again. */
export function createRecordSealing({ box, storeTime, onUnreadable }: RecordSealingDeps) {
  return {
    open(connectionId: ConnectionId, text: string): ReadRecord {
      const { revision: rev, record: stored } = parseConnection(text)
      if (stored.tokens === null) return { rev, record: { ...stored, tokens: null }, isOldKey: false }
      const opening = box.open({ sealed: stored.tokens, context: connectionKey(connectionId) })
      if (opening.kind === 'opened') {
        const tokens = { ...parseTokens(opening.text), scopes: stored.scopes }
        return { rev, record: { ...stored, tokens }, isOldKey: opening.isOldKey, sealed: stored.tokens }
      }
      onUnreadable({ connectionId, fault: opening.kind, keyId: keyIdOf(stored.tokens) })
      const unreadable = { sealed: stored.tokens, fault: opening.kind }
      return { rev, record: { ...stored, tokens: null, unreadable }, isOldKey: false }
    },

    /** @param before The record that was read: unchanged tokens under the newest key need not be sealed again. */
    seal({ tokens, unreadable, ...rest }: ConnectionRecord, before: ReadRecord): StoredConnection {
      if (tokens === null) return { ...rest, tokens: unreadable?.sealed ?? null }
      if (tokens === before.record?.tokens && !before.isOldKey && before.sealed !== undefined)
        return { ...rest, tokens: before.sealed }
      // The scopes are stored once, in the record.
      const text = formatTokens({ ...tokens, scopes: [] })
      return { ...rest, tokens: box.seal({ text, context: connectionKey(rest.id) }) }
    },

    /**
     * Returns what this change adds to the list of pending revocations, as pairs of id and item.
     * @param requestId The id of the request that causes the change.
     */
    async formatRevocations(
      { rev, record: before }: ReadRecord,
      { id, unreadable }: ConnectionRecord,
      revoked: readonly TokenSet[],
      requestId: RequestId | undefined,
    ): Promise<readonly string[]> {
      // Unreadable tokens leave a record in one way only: into that list.
      const unread = before?.unreadable?.sealed === unreadable?.sealed ? undefined : before?.unreadable
      if (revoked.length === 0 && unread === undefined) return []
      const nowMs = await storeTime()
      const items = revoked.map((set) => [set.id, formatPendingRevocation(box, id, set, nowMs, requestId)])
      if (unread !== undefined)
        items.push([`unread-${rev}`, formatUnreadRevocation(unread.sealed, nowMs, requestId)])
      return items.flat()
    },
  }
}
