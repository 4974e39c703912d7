import { browserZone } from '#words/words.tsx'
import { bff } from '#data/bff-client.ts'

/** Stores this browser's time zone in the BFF if the BFF has another or none, so that the next first HTML uses it. */
export function tellTimeZone(known: string | null): void {
  const timeZone = browserZone()
  // If storing fails, only the next page begins in UTC, as this one did.
  if (timeZone !== known) bff.savePreferences({ timeZone }).catch(() => undefined)
}
