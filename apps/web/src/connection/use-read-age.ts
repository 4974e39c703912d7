import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { JUST_READ_MS } from '#data/data-age.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { useWords } from '#words/words.tsx'

/** "read just now", or the age of the last reading; undefined where nothing is read, or never was. */
export function useReadAge(connection: ConnectionView | undefined): string | undefined {
  const { t, format, nowMs } = useWords()
  const readAtMs = useReadAtMs(connection)
  const isRead = connection?.state === 'connected' || connection?.state === 'limited'
  if (!isRead || readAtMs === undefined) return undefined
  return nowMs - readAtMs < JUST_READ_MS ? t.state.justRead : format.age(new Date(readAtMs).toISOString())
}
