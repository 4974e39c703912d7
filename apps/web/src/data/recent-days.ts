import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Boot } from '@counterfoil/bff-api/session'

const DAY_MS = 86_400_000

/**
 * Where the last thirty days of a connection lie in the cache: beside the view they belong to. Another reading, another
 * state and another day (they begin at midnight UTC) ask anew, and nothing else does.
 */
export function recentDaysKey(connection: ConnectionView, nowMs: number): readonly unknown[] {
  const { id, lastGoodAt, since } = connection
  return ['days', id, lastGoodAt, since, Math.floor(nowMs / DAY_MS)]
}

/** The days that came with the first HTML, and their place; undefined on every page but the connection's. */
export function bootDays({ recentDays, session, now }: Boot) {
  const connection = session.connections.find(({ id }) => id === session.selectedConnectionId)
  if (recentDays === undefined || connection === undefined) return undefined
  return { key: recentDaysKey(connection, Date.parse(now)), recentDays }
}
