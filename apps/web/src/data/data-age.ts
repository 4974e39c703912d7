/** The time in milliseconds for which figures count as read just now. */
export const JUST_READ_MS = 60 * 1000
/** The age in milliseconds from which a button offers to read figures again. */
export const STALE_AFTER_MS = 15 * 60 * 1000

type DataAge = 'fresh' | 'dated' | 'stale' | 'frozen'

/**
 * Returns the age of figures as shown to a reader: just read, read a while ago, old enough to read again, or frozen.
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
