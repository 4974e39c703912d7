export const LONGEST_ZONE_NAME = 64

/** Returns the IANA name of a time zone that this server knows; undefined for any other text. */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (name === undefined || name.length > LONGEST_ZONE_NAME || !/^[A-Za-z][\w+/-]*$/.test(name))
    return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}
