import { z } from 'zod'

/** Characters that a cookie can hold unchanged; every IANA name and every offset consists of them. */
const ZONE_NAME = /^[A-Za-z0-9+_:/-]{1,64}$/

/** A time zone that this runtime supports too. */
export const TimeZoneSchema = z.string().regex(ZONE_NAME).refine(isKnownZone)

function isKnownZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
