import { dayIn } from '#figures/day.ts'
import { useWords } from './words.tsx'

/** Returns the day it is where a business is. @param zone IANA zone; UTC where it is not known. */
export function useToday(zone: string | null | undefined): string {
  return dayIn({ zone: zone ?? null, instant: new Date(useWords().nowMs).toISOString() })
}
