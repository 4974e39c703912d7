/** The method and the headers that report the origin of a request; undefined if it does not have them. */
export interface OriginHeaders {
  readonly method: string
  /** `Sec-Fetch-Site` */
  readonly fetchSite: string | undefined
  /** `Sec-Fetch-Mode` */
  readonly fetchMode: string | undefined
  /** `Sec-Fetch-Dest` */
  readonly fetchDest: string | undefined
  /** `Origin` */
  readonly origin: string | undefined
  /** The header of our own calls, see `REQUEST_HEADER`. */
  readonly requestHeader: string | undefined
}

type OriginLayer = 'fetch-metadata' | 'origin' | 'custom-header'

type OriginVerdict =
  | { readonly kind: 'own-page' }
  | {
      readonly kind: 'refused'
      readonly layer: OriginLayer
      /** A fixed text for the log, without anything of the request. */
      readonly reason: string
    }

const OWN_PAGE: OriginVerdict = { kind: 'own-page' }
const refused = (layer: OriginLayer, reason: string): OriginVerdict => ({ kind: 'refused', layer, reason })
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Judges whether a script of our own page sent this API call. All methods are treated alike, GET too.
 *
 * Three layers, each sufficient against a plain cross-site form: Fetch Metadata (if the browser sends it), Origin (always on a
 * write), and a header that no form can send.
 *
 * @param ownOrigin The public origin of the app, for example `https://app.example`.
 * @see [Fetch Metadata Request Headers](https://www.w3.org/TR/fetch-metadata/) section 2.3, "The Sec-Fetch-Site HTTP Request
 * Header"
 */
export function judgeApiCall(headers: OriginHeaders, ownOrigin: string): OriginVerdict {
  return (
    findFetchMetadataFault(headers) ??
    findNavigationFault(headers) ??
    findOriginFault(headers, ownOrigin) ??
    findRequestHeaderFault(headers) ??
    OWN_PAGE
  )
}

/**
 * Judges a request for server-sent events: `EventSource` cannot send our header, so Fetch Metadata is required. A browser without
 * it polls the session instead.
 */
export function judgeEventStream(headers: OriginHeaders, ownOrigin: string): OriginVerdict {
  if (headers.requestHeader !== undefined) return judgeApiCall(headers, ownOrigin)
  if (headers.fetchSite === undefined)
    return refused('fetch-metadata', 'an event stream without Sec-Fetch-Site')
  return (
    findFetchMetadataFault(headers) ??
    findNavigationFault(headers) ??
    findOriginFault(headers, ownOrigin) ??
    OWN_PAGE
  )
}

/**
 * Judges whether a page of ours posted this form. A form cannot send our header; the caller checks its token as the third layer.
 */
export function judgeFormPost(headers: OriginHeaders, ownOrigin: string): OriginVerdict {
  const fault = findFetchMetadataFault(headers) ?? findOriginFault(headers, ownOrigin)
  if (fault !== undefined) return fault
  if (headers.fetchDest !== undefined && headers.fetchDest !== 'document' && headers.fetchDest !== 'empty')
    return refused('fetch-metadata', 'a form inside a frame or an embedded element')
  return OWN_PAGE
}

function findFetchMetadataFault({ fetchSite }: OriginHeaders): OriginVerdict | undefined {
  if (fetchSite === undefined || fetchSite === 'same-origin') return undefined
  // `same-site` is another subdomain; `none` is the address bar, which sends no API call.
  return refused('fetch-metadata', 'Sec-Fetch-Site is not same-origin')
}

function findNavigationFault({ fetchMode, fetchDest }: OriginHeaders): OriginVerdict | undefined {
  if (fetchMode === 'navigate' || fetchMode === 'no-cors')
    return refused('fetch-metadata', 'Sec-Fetch-Mode is not that of a script')
  if (fetchDest !== undefined && fetchDest !== 'empty')
    return refused('fetch-metadata', 'Sec-Fetch-Dest is not that of a script')
  return undefined
}

function findOriginFault({ method, origin }: OriginHeaders, ownOrigin: string): OriginVerdict | undefined {
  if (origin === undefined)
    return SAFE_METHODS.has(method) ? undefined : refused('origin', 'a write without Origin')
  if (origin === ownOrigin) return undefined
  return refused('origin', origin === 'null' ? 'Origin is null' : 'Origin is not ours')
}

function findRequestHeaderFault({ requestHeader }: OriginHeaders): OriginVerdict | undefined {
  if (requestHeader === '1') return undefined
  return refused('custom-header', 'the header of our own calls is missing')
}
