import { IDEMPOTENCY_HEADER } from '@counterfoil/bff-api/paths'
import type { AccessToken } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { passTraceContext } from '@counterfoil/service/telemetry/trace'
import { headerText } from '#http/header-text.ts'

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** The encodings that both browsers and our checks of answers can decode. */
const ENCODINGS = ['gzip', 'br', 'deflate']

/** The header of nearly all browsers, which need not be parsed at every query. */
const USUAL_ENCODINGS = 'gzip, deflate, br, zstd'

/** The only headers of the provider's answer that are sent to the browser. */
const RESPONSE_HEADERS = ['content-type', 'content-encoding', 'content-length', 'content-language'] as const

/**
 * Builds the headers of a call to the provider. Only the headers named here are taken from the browser's request: no cookies,
 * forwarding headers or others that a browser or proxy adds.
 */
export function buildUpstreamHeaders(options: {
  readonly accessToken: AccessToken
  readonly requestId: RequestId
  readonly incoming: HeaderValues
  /** Our own span, if requests are recorded; otherwise the caller's `traceparent` is passed on. */
  readonly traceparent?: string | undefined
  /** The idempotency key of a mutation, with which a provider that supports it does not carry it out twice. */
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

/** Returns the headers of `answer` that are passed to the browser. */
export function pickResponseHeaders(
  answer: HeaderValues,
): readonly (readonly [name: string, value: string])[] {
  const picked: [string, string][] = []
  for (const name of RESPONSE_HEADERS) {
    const value = headerText(answer[name])
    if (value !== undefined) picked.push([name, value])
  }
  return picked
}

function chooseEncodings(acceptEncoding = ''): string {
  if (acceptEncoding === USUAL_ENCODINGS) return ENCODINGS.join(', ')
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  return ENCODINGS.filter((encoding) => accepted.includes(encoding)).join(', ') || 'identity'
}
