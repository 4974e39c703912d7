import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'

/**
 * Returns the cache key of a connection's last thirty days. Only another reading, state, time zone or day (days begin at midnight
 * in that zone) reads them again.
 */
export function recentDaysKey(connection: ConnectionView, nowMs: number, zone: string): readonly unknown[] {
  const { id, lastGoodAt, since } = connection
  const day = new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short' }).format(nowMs)
  return ['days', id, lastGoodAt, since, zone, day]
}

/** Returns the days that came with the first HTML, and their cache key. Undefined on every page but the connection's. */
export function bootDays({ recentDays, session, now }: Boot) {
  const connection = session.connections.find(({ id }) => id === session.selectedConnectionId)
  if (recentDays === undefined || connection === undefined) return undefined
  return { key: recentDaysKey(connection, Date.parse(now), session.timeZone ?? 'UTC'), recentDays }
}
