import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

const BROWSER_ID = /^[A-Za-z0-9_-]{22}$/

/** Parses the id in the browser cookie; undefined if it is malformed. */
export function parseBrowserId(value: string | undefined): BrowserId | undefined {
  return value !== undefined && BROWSER_ID.test(value) ? (value as BrowserId) : undefined
}

/** Returns the digest that represents a browser in the store: a reader of the id itself could act as that browser. */
export function browserDigestOf(browserId: BrowserId): DigestOf<BrowserId> {
  return digestOf(`browser\n${browserId}`) as DigestOf<BrowserId>
}
