/**
 * Decides which redirect URIs a registered entry allows: one rule for registration, for authorize and for the tester page.
 * The token endpoint compares byte for byte and does not use this file.
 *
 * Source: interface.md section 5, "Redirect URI rules"; interface.md, "Redirect entries". Every refusal beyond
 * "host, port and path" prevents a way in which two programs parse one address differently.
 */

import { findEscapeFault } from './escaped-characters.ts'
import { findReservedParameter } from './response-parameters.ts'

export type RedirectRefusal =
  | 'empty'
  | 'too_long'
  | 'not_ascii'
  | 'control_character'
  | 'not_absolute'
  | 'scheme_not_allowed'
  | 'userinfo'
  | 'wildcard'
  | 'fragment'
  | 'malformed_percent'
  | 'malformed_utf8'
  | 'encoded_character'
  | 'dot_segment'
  | 'empty_segment'
  | 'not_canonical'
  | 'reserved_query'
  | 'no_entries'
  | 'scheme_differs'
  | 'host_differs'
  | 'port_differs'
  | 'path_differs'
  | 'query_differs'

export type RedirectFault = {
  readonly reason: RedirectRefusal
  /** One sentence for developers that names the character or the segment. Contains parts of the address. */
  readonly detail: string
}

export type RedirectVerdict =
  { readonly kind: 'accepted'; readonly entry: string } | ({ readonly kind: 'refused' } & RedirectFault)

/** The maximum length: browsers and proxies do not reliably support longer addresses. */
export const MAX_REDIRECT_URI_CHARACTERS = 2_000

const ESCAPE = /%(?![0-9a-f]{2})/i

/**
 * Decides whether one of the registered `entries` allows `requested`.
 *
 * Allowed are the same host and port, the registered path or a folder below it, and the same query or none; also `https` if the
 * entry has `http` (an explicit port must be equal), but not the reverse. `/callback/` is inside `/callback`; the
 * reverse is not so.
 *
 * @returns the entry that allows it, or the refusal of the entry that came closest
 */
export function judgeRedirectUri(requested: string, entries: readonly string[]): RedirectVerdict {
  const address = readAddress(requested)
  if (address.kind === 'fault') return { kind: 'refused', reason: address.reason, detail: address.detail }

  let closest: { readonly fault: RedirectFault; readonly progress: number } | undefined
  for (const entry of entries) {
    const registered = readAddress(entry)
    if (registered.kind === 'fault') continue
    const difference = findDifference(address, registered)
    if (difference === undefined) return { kind: 'accepted', entry }
    if (closest === undefined || difference.progress > closest.progress) closest = difference
  }
  const fault = closest?.fault ?? {
    reason: 'no_entries',
    detail: 'the application has no redirect entry that can be compared',
  }
  return { kind: 'refused', ...fault }
}

/** Returns the reason why `entry` cannot be registered; undefined if it can. Entries and requests have the same canonical form. */
export function findRedirectEntryFault(entry: string): RedirectFault | undefined {
  const address = readAddress(entry)
  return address.kind === 'fault' ? { reason: address.reason, detail: address.detail } : undefined
}

type Address = {
  readonly kind: 'address'
  readonly scheme: 'http:' | 'https:'
  readonly host: string
  /** The port; empty for the default of the scheme. */
  readonly port: string
  readonly segments: readonly string[]
  /** The query with its question mark; empty if there is none. */
  readonly query: string
}

function fault(reason: RedirectRefusal, detail: string): { readonly kind: 'fault' } & RedirectFault {
  return { kind: 'fault', reason, detail }
}

function readAddress(text: string): Address | ({ readonly kind: 'fault' } & RedirectFault) {
  if (text === '') return fault('empty', 'the address is empty')
  if (text.length > MAX_REDIRECT_URI_CHARACTERS) {
    return fault('too_long', `the address is longer than ${MAX_REDIRECT_URI_CHARACTERS} characters`)
  }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x7e) return fault('not_ascii', `character ${index + 1} is not printable ASCII`)
    if (code < 0x20) return fault('control_character', `character ${index + 1} is a control character`)
  }

  const url = parseUrl(text)
  if (url === undefined) return fault('not_absolute', 'this is not an absolute address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return fault('scheme_not_allowed', `the scheme must be http or https, not ${url.protocol.slice(0, -1)}`)
  }
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) {
    return fault('userinfo', 'a user name or password before the host is not allowed')
  }
  if (url.hostname.includes('*')) {
    return fault('wildcard', 'a star in the host stands for nothing: every host is registered by its name')
  }
  const hash = text.indexOf('#')
  if (hash !== -1)
    return fault('fragment', `character ${hash + 1} begins a fragment; a fragment is not allowed`)

  const question = text.indexOf('?')
  const query = question === -1 ? '' : text.slice(question)
  const pathFault = findPathFault(pathOf(text))
  if (pathFault !== undefined) return { kind: 'fault', ...pathFault }

  const written = isBareOrigin(text) ? `${text}/` : text
  if (url.href !== written) {
    const at = firstDifference(url.href, written)
    return fault(
      'not_canonical',
      `reading the address changes it at character ${at}: it would become ${url.href}`,
    )
  }
  const reserved = findReservedParameter(query)
  if (reserved !== undefined) {
    return fault('reserved_query', `the query has "${reserved}", which belongs to the answer`)
  }
  return {
    kind: 'address',
    scheme: url.protocol,
    host: url.hostname,
    port: url.port,
    segments: url.pathname === '/' ? [] : url.pathname.slice(1).split('/'),
    query,
  }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Returns the text between `//` and the next `/ \ ? #`, as written. */
function authorityOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? ''
}

/** Returns the path as written, without query. */
function pathOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(text)?.[1] ?? ''
}

/** Returns true for `http://host` without a slash at its end. */
function isBareOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#\\]+$/.test(text)
}

function findPathFault(path: string): RedirectFault | undefined {
  if (path === '' || path === '/') return undefined
  const segments = path.slice(1).split('/')
  for (const [index, segment] of segments.entries()) {
    const where = `path segment ${index + 1}`
    if (segment === '') {
      // An empty last segment is the slash at the end.
      if (index > 0 && index === segments.length - 1) continue
      return { reason: 'empty_segment', detail: `${where} is empty` }
    }
    if (ESCAPE.test(segment)) {
      return {
        reason: 'malformed_percent',
        detail: `${where} has a percent sign without two hexadecimal digits`,
      }
    }
    if (isDotSegment(segment)) return { reason: 'dot_segment', detail: `${where} is a dot segment` }
    const escapes = findEscapeFault(segment)
    if (escapes !== undefined) return { reason: escapes.reason, detail: `${where} ${escapes.detail}` }
  }
  return undefined
}

/** Returns true for `.` or `..` in any encoding, also with path parameters, which some servers remove. */
function isDotSegment(segment: string): boolean {
  const plain = segment.replace(/%2e/gi, '.').replace(/(?:;|%3b).*$/is, '')
  return plain === '.' || plain === '..'
}

function findDifference(
  requested: Address,
  registered: Address,
): { readonly fault: RedirectFault; readonly progress: number } | undefined {
  const differ = (progress: number, reason: RedirectRefusal, detail: string) => ({
    fault: { reason, detail },
    progress,
  })

  if (requested.host !== registered.host) {
    return differ(0, 'host_differs', `the host is ${requested.host}, registered is ${registered.host}`)
  }
  const upgrades = registered.scheme === 'http:' && requested.scheme === 'https:'
  if (requested.scheme !== registered.scheme && !upgrades) {
    return differ(1, 'scheme_differs', 'the registered entry is https, and http is not admitted for it')
  }
  if (requested.port !== registered.port) {
    const named = (port: string) => (port === '' ? 'the default' : port)
    return differ(
      2,
      'port_differs',
      `the port is ${named(requested.port)}, registered is ${named(registered.port)}`,
    )
  }
  const last = registered.segments.length - 1
  for (const [index, segment] of registered.segments.entries()) {
    const other = requested.segments[index]
    // After an entry's final slash any segment may follow, but the slash is required.
    if (other === segment || (segment === '' && index === last && other !== undefined)) continue
    const found = other === undefined ? 'is missing' : `is "${other}"`
    return differ(3 + index, 'path_differs', `path segment ${index + 1} ${found}, registered is "${segment}"`)
  }
  if (requested.query !== registered.query) {
    const wanted = registered.query === '' ? 'has no query' : `has the query ${registered.query}`
    return differ(1_000_000, 'query_differs', `the query differs: the registered entry ${wanted}`)
  }
  return undefined
}

/** Returns the 1-based position of the first character in which two texts differ; undefined if they are equal. */
export function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  const shorter = Math.min(one.length, other.length)
  for (let index = 0; index < shorter; index += 1) if (one[index] !== other[index]) return index + 1
  return shorter + 1
}
