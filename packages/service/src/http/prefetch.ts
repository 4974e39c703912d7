import type { IncomingMessage } from 'node:http'

/**
 * Returns true if the browser sent this request ahead of any action of a person (prefetch or prerender).
 * @see https://wicg.github.io/nav-speculation/prefetch.html, "The Sec-Purpose HTTP request header"
 */
export function isPrefetch({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { purpose, 'sec-purpose': secPurpose } = headers
  if (purpose === undefined && secPurpose === undefined) return false
  return /prefetch|prerender/i.test(`${String(secPurpose)} ${String(purpose)}`)
}
