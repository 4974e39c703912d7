import { IDEMPOTENCY_HEADER } from '@counterfoil/bff-api/paths'
import type { AccessToken } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { passTraceContext } from '@counterfoil/service/telemetry/trace'
import { headerText } from '#http/header-text.ts'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** Encodings that both a browser and the look into small answers understand. */
const ENCODINGS = ['gzip', 'br', 'deflate']

/** The only headers of an answer of the provider that reach the browser. */
const RESPONSE_HEADERS = ['content-type', 'content-encoding', 'content-length', 'content-language'] as const

/**
 * The headers of a call to the provider, made again: nothing of the browser's request goes along but what is named here.
 * Cookies, forwarding headers and whatever a browser or a proxy adds stay behind.
 */
export function buildUpstreamHeaders(options: {
  readonly accessToken: AccessToken
  readonly requestId: RequestId
  readonly incoming: HeaderValues
  /** Our own place in the trace, when requests are recorded; else the caller's is passed on. */
  readonly traceparent?: string | undefined
  /** Of a mutation. A provider that knows it does not carry out twice what came twice. */
  readonly idempotencyKey?: string | undefined
}): Record<string, string> {
  const { accessToken, requestId, incoming, idempotencyKey } = options
  return {
    accept: 'application/graphql-response+json, application/json;q=0.9',
    'accept-encoding': chooseEncodings(headerText(incoming['accept-encoding'])),
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    'user-agent': 'counterfoil-bff',
    'x-request-id': requestId,
    ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...passTraceContext(incoming, options.traceparent),
  }
}

/** What of `answer` is passed to the browser. */
export function pickResponseHeaders(
  answer: HeaderValues,
): readonly (readonly [name: string, value: string])[] {
  return RESPONSE_HEADERS.flatMap((name) => {
    const value = headerText(answer[name])
    return value === undefined ? [] : [[name, value] as const]
  })
}

function chooseEncodings(acceptEncoding: string | undefined): string {
  const accepted = (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  return ENCODINGS.filter((encoding) => accepted.includes(encoding)).join(', ') || 'identity'
}
