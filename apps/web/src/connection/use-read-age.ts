import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { JUST_READ_MS } from '#data/data-age.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { useWords } from '#words/words.tsx'
import { isReadWell } from './connection-state.ts'

/** Returns "read just now" or the age of the last reading; undefined if nothing is read or ever was. */
export function useReadAge(connection: ConnectionView | undefined): string | undefined {
  const { t, format, nowMs } = useWords()
  const readAtMs = useReadAtMs(connection)
  if (connection === undefined || !isReadWell(connection.state) || readAtMs === undefined) return undefined
  return nowMs - readAtMs < JUST_READ_MS ? t.state.justRead : format.age(new Date(readAtMs).toISOString())
}
