import type { ProblemCode } from '@counterfoil/bff-api/problem'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** Encodings that both a browser and the look into small answers understand. */
const ENCODINGS = ['gzip', 'br', 'deflate']

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const TRACESTATE = /^[\x20-\x7e]{1,512}$/

/** The only headers of an answer of the provider that reach the browser. */
export const RESPONSE_HEADERS = [
  'content-type',
  'content-encoding',
  'content-length',
  'content-language',
] as const

/**
 * The headers of a call to the provider, made anew: nothing of the browser's request goes along but what is named here.
 * Cookies, forwarding headers and whatever a browser or a proxy adds stay behind.
 */
export function buildUpstreamHeaders(options: {
  readonly accessToken: string
  readonly requestId: string
  readonly incoming: HeaderValues
  /** Our own place in the trace, when requests are recorded; else the caller's is passed on. */
  readonly traceparent?: string | undefined
}): Record<string, string> {
  const { accessToken, requestId, incoming } = options
  const headers: Record<string, string> = {
    accept: 'application/graphql-response+json, application/json;q=0.9',
    'accept-encoding': chooseEncodings(one(incoming['accept-encoding'])),
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    'user-agent': 'counterfoil-bff',
    'x-request-id': requestId,
  }
  const callers = one(incoming['traceparent'])
  const isCallersValid = callers !== undefined && TRACEPARENT.test(callers)
  const traceparent = options.traceparent ?? (isCallersValid ? callers : undefined)
  if (traceparent !== undefined) headers['traceparent'] = traceparent
  const tracestate = one(incoming['tracestate'])
  // Trace Context section 3.3: without a valid traceparent beside it, tracestate means nothing.
  if (isCallersValid && tracestate !== undefined && TRACESTATE.test(tracestate))
    headers['tracestate'] = tracestate
  return headers
}

/** What of `answer` is passed to the browser. */
export function pickResponseHeaders(
  answer: HeaderValues,
): readonly (readonly [name: string, value: string])[] {
  return RESPONSE_HEADERS.flatMap((name) => {
    const value = one(answer[name])
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** The few texts that browsers send, with what they mean. */
const knownEncodings = new Map<string, string>()
const MAX_KNOWN_ENCODINGS = 100

function chooseEncodings(acceptEncoding: string | undefined): string {
  if (acceptEncoding === undefined) return 'identity'
  const known = knownEncodings.get(acceptEncoding)
  if (known !== undefined) return known
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const chosen = ENCODINGS.filter((encoding) => accepted.includes(encoding)).join(', ') || 'identity'
  if (knownEncodings.size < MAX_KNOWN_ENCODINGS) knownEncodings.set(acceptEncoding, chosen)
  return chosen
}

/** Is this the media type of a JSON body a GraphQL client sends? */
export function isJsonRequest(contentType: string | undefined): boolean {
  return /^application\/(?:json|graphql-response\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(
    contentType ?? '',
  )
}

/**
 * The fault of a request's framing that can be told before its body is read.
 * A compressed body is refused: its real size is not known before it is unpacked.
 */
export function findFramingFault(headers: HeaderValues, maxBodyBytes: number): ProblemCode | undefined {
  if (!isJsonRequest(one(headers['content-type']))) return 'unsupported-media-type'
  if (one(headers['content-encoding']) !== undefined) return 'unsupported-media-type'
  if (Number(one(headers['content-length']) ?? 0) > maxBodyBytes) return 'payload-too-large'
  return undefined
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}
