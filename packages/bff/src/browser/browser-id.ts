import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

const BROWSER_ID = /^[A-Za-z0-9_-]{22}$/

/** The id in the browser cookie; undefined when it is none of ours. */
export function parseBrowserId(value: string | undefined): BrowserId | undefined {
  return value !== undefined && BROWSER_ID.test(value) ? (value as BrowserId) : undefined
}

/** Represents a browser in what is stored for it: the id itself would let its reader be that browser. */
export function browserDigestOf(browserId: BrowserId): DigestOf<BrowserId> {
  return digestOf(`browser\n${browserId}`) as DigestOf<BrowserId>
}
