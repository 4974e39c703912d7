import type { BrowserId } from '@counterfoil/oauth/ids'

const BROWSER_ID = /^[A-Za-z0-9_-]{22}$/

/** The id in the browser cookie; undefined when it is none of ours. */
export function parseBrowserId(value: string | undefined): BrowserId | undefined {
  return value !== undefined && BROWSER_ID.test(value) ? (value as BrowserId) : undefined
}
