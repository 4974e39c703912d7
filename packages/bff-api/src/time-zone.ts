import { z } from 'zod'

/** What can stand in a cookie as it is; every zone of the IANA list and every offset does. */
const ZONE_NAME = /^[A-Za-z0-9+_:/-]{1,64}$/

/** A time zone that this side can count in too. */
export const TimeZoneSchema = z.string().regex(ZONE_NAME).refine(isKnownZone)

function isKnownZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
