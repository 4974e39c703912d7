import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'

/**
 * Where the last thirty days of a connection lie in the cache: beside the view they belong to. Another reading, another
 * state, another zone and another day (they begin at midnight in that zone) ask again, and nothing else does.
 */
export function recentDaysKey(connection: ConnectionView, nowMs: number, zone: string): readonly unknown[] {
  const { id, lastGoodAt, since } = connection
  const day = new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short' }).format(nowMs)
  return ['days', id, lastGoodAt, since, zone, day]
}

/** The days that came with the first HTML, and their place; undefined on every page but the connection's. */
export function bootDays({ recentDays, session, now }: Boot) {
  const connection = session.connections.find(({ id }) => id === session.selectedConnectionId)
  if (recentDays === undefined || connection === undefined) return undefined
  return { key: recentDaysKey(connection, Date.parse(now), session.timeZone ?? 'UTC'), recentDays }
}
