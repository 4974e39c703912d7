import { browserZone } from '#words/words.tsx'
import { bff } from '#data/bff-client.ts'

/** Tells the zone of this browser when the BFF knows another one or none, so that the next first HTML is right at once. */
export function tellTimeZone(known: string | null): void {
  const timeZone = browserZone()
  // A zone that is not taken only means that the next page begins in UTC, as this one did.
  if (timeZone !== known) bff.savePreferences({ timeZone }).catch(() => undefined)
}
