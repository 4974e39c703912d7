import { changeToReport } from '#connections/connection-notice.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import { createLastLookStore } from '#connections/last-look-store.ts'
import { createLastReadStore } from '#connections/last-read-store.ts'
import { createIdempotencyRecords } from '#graphql/idempotency-records-store.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { createRevocationStore } from '#revocation/revocation-store.ts'
import { createSessionEvents } from '#session/session-events-store.ts'
import type { Opened } from './opened.ts'

export type Stores = ReturnType<typeof joinStores>

/** The stores of principals, their connections, and pending revocations. */
export function joinStores(opened: Opened) {
  const { redis, box, clock, storeTime, logger, metrics } = opened
  const { confirm } = opened.replication
  const events = createSessionEvents({ redis, openSubscriber: opened.store.openSubscriber })
  const pendingRevocations = createRevocationStore({ redis, box, storeTime, confirm })
  return {
    events,
    pendingRevocations,
    principals: createPrincipalStore({ redis, storeTime, confirm }),
    idempotencyRecords: createIdempotencyRecords({ redis, box, storeTime, confirm }),
    lastLooks: createLastLookStore({ redis, clock }),
    lastReads: createLastReadStore({ redis, box, clock }),
    connectionStore: createConnectionStore({
      ...{ redis, box, storeTime, confirm },
      onVisibleChange(after, before) {
        events.publish(after.principalId)
        const { state, reason } = after.health
        if (state === before?.health.state && reason === before.health.reason) return
        const from = before?.health.state ?? null
        const change = changeToReport(before?.health.state, state)
        if (change !== undefined) opened.overrides.onConnectionChange?.(after, change)
        if (from !== state) metrics.connectionChanged({ from: before?.health.state, to: state })
        const facts = { connectionId: after.id, from, to: state, reason, requestId: presentRequestId() }
        logger.info({ event: 'connection.state', ...facts })
      },
      scheduleRevocation: pendingRevocations.schedule,
      onUnreadable: (fact) => logger.error({ event: 'connection.tokens-unreadable', ...fact }),
    }),
  }
}
