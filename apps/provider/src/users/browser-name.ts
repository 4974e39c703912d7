import type { Words } from '#words/words.ts'

/** The most specific browsers first, because a User-Agent also names those that a browser is derived from. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
/** Devices, for the phrase "on". All other names are systems. */
const DEVICES: readonly string[] = ['iPhone', 'iPad', 'Mac']
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/**
 * Returns a stored name such as "Chrome on Mac" from a `User-Agent` header; undefined if neither can be recognised. The header
 * itself is not stored. {@link shownBrowser} translates it.
 */
export function nameBrowser(userAgent: string | undefined): string | undefined {
  const text = userAgent?.slice(0, 500) ?? ''
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  if (browser === undefined) return undefined
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Translates a stored browser name for a page: "Chrome unter Windows". */
export function shownBrowser(kept: string, { browser: words }: Words['frame']): string {
  const [browser = '', system] = kept.split(' on ')
  if (system === undefined) return kept
  return (DEVICES.includes(system) ? words.onDevice : words.onSystem)(browser, system)
}
