/** So long figures were "just" read. */
export const JUST_READ_MS = 60 * 1000
/** Figures older than this are offered to be read again. */
export const STALE_AFTER_MS = 15 * 60 * 1000

type DataAge = 'fresh' | 'dated' | 'stale' | 'frozen'

/**
 * How old figures are to a reader: just read, read a while ago, old enough to read again, or not to be read again.
 * @param canRead False while the connection is broken or the provider silent.
 */
export function dataAge({
  asOfMs,
  nowMs,
  canRead,
}: {
  readonly asOfMs: number
  readonly nowMs: number
  readonly canRead: boolean
}): DataAge {
  if (!canRead) return 'frozen'
  const ageMs = nowMs - asOfMs
  if (ageMs > STALE_AFTER_MS) return 'stale'
  return ageMs > JUST_READ_MS ? 'dated' : 'fresh'
}
