export const LONGEST_ZONE_NAME = 64

export const zones = new Map<string, string | undefined>()

export const MOST_ZONES = 1_000

/** The IANA name of a time zone this server can read, or undefined: what a form sends is anybody's text. */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (name === undefined || name.length > LONGEST_ZONE_NAME || !/^[A-Za-z][\w+/-]*$/.test(name))
    return undefined
  if (!zones.has(name)) {
    if (zones.size >= MOST_ZONES) zones.clear()
    zones.set(name, isReadable(name) ? name : undefined)
  }
  return zones.get(name)
}

export function isReadable(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
