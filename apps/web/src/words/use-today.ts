import { dayIn } from '#figures/day.ts'
import { useWords } from './words.tsx'

/** Returns the current day in a business's time zone. @param zone IANA zone; UTC if it is unknown. */
export function useToday(zone: string | null | undefined): string {
  return dayIn({ zone: zone ?? null, instant: new Date(useWords().nowMs).toISOString() })
}
