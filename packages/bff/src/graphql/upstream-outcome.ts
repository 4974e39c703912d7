import type { BusinessWireId } from '@counterfoil/oauth/ids'
import { isJsonObject, parseJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import { meaningOf, type Refusals } from '#provider-profile/provider-profile.ts'

/** The meaning of an answer's status and content type, before its body is read. */
type UpstreamStatus =
  /** A GraphQL answer. `mayLook`: it is JSON, so its beginning can be searched for errors. */
  | { readonly kind: 'graphql'; readonly mayLook: boolean; readonly isSuccess: boolean }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'rate-limited' }
  /** Not an answer to a GraphQL request, but an error page, a redirect, or a text of a gateway. */
  | { readonly kind: 'unavailable' }

const JSON_TYPE = /^application\/(?:graphql-response\+)?json\b/i
const STREAM_TYPE = /^(?:multipart\/mixed|text\/event-stream)\b/i

/** Judges an answer of the provider by its status and content type. */
export function judgeUpstreamStatus(status: number, contentType: string | undefined): UpstreamStatus {
  if (status === 401) return { kind: 'unauthenticated' }
  if (status === 429) return { kind: 'rate-limited' }
  if (status >= 500 || status < 200 || (status >= 300 && status < 400)) return { kind: 'unavailable' }
  const isSuccess = status < 300
  if (JSON_TYPE.test(contentType ?? '')) return { kind: 'graphql', mayLook: true, isSuccess }
  if (isSuccess && STREAM_TYPE.test(contentType ?? '')) return { kind: 'graphql', mayLook: false, isSuccess }
  return { kind: 'unavailable' }
}

const CLOSING_BRACE = 0x7d

/**
 * Returns true if the text is complete and has `data` and no `errors`. The same result as parsing it, in a fraction of the time.
 * @param body The bytes of JSON text.
 */
export function looksGood(body: Buffer): boolean {
  let end = body.length
  while (end > 0 && (body[end - 1] ?? 0) <= 0x20) end -= 1
  return body[end - 1] === CLOSING_BRACE && !body.includes('"errors"') && body.includes('"data"')
}

/** The meaning of a GraphQL answer for the connection. */
export type GraphqlSign =
  | 'answered'
  | 'partial'
  | 'unauthenticated'
  | 'plan_inactive'
  | 'business_lost'
  | 'rate_limited'
  | 'provider_down'
  /** JSON with neither `data` nor `errors`. */
  | 'not-graphql'

/**
 * Returns the meaning of a complete GraphQL answer.
 * @param body JSON text.
 * @param asked Whether the variables of the query name the connection's business, and the provider's refusals. A NOT_FOUND on
 * `business` then means that the person may no longer see it.
 */
export function judgeGraphqlBody(
  body: string,
  asked: { readonly namesOwnBusiness: boolean; readonly refusals: Refusals },
): GraphqlSign {
  const answer = parseJsonObject(body)
  if (answer === undefined) return 'not-graphql'
  const errors = Array.isArray(answer['errors']) ? answer['errors'].filter(isJsonObject) : []
  if (errors.length === 0) return 'data' in answer ? 'answered' : 'not-graphql'

  const codes = errors.map((error) => readExtensions(error)['code'])
  if (codes.includes('UNAUTHENTICATED')) return 'unauthenticated'
  const meanings = errors.map((error) => {
    const { code, reason } = readExtensions(error)
    return meaningOf(asked.refusals, { at: 'api', code, reason })
  })
  if (meanings.includes('planEnded')) return 'plan_inactive'
  if (codes.includes('RATE_LIMITED') || meanings.includes('rateLimited')) return 'rate_limited'
  if (asked.namesOwnBusiness && errors.some(isOwnBusinessMissing)) return 'business_lost'
  if (!codes.includes('INTERNAL_SERVER_ERROR')) return 'answered'
  return hasAnyPart(answer['data']) ? 'partial' : 'provider_down'
}

/** Returns false if every part is null: that counts as no answer. */
function hasAnyPart(data: unknown): boolean {
  return isJsonObject(data) && Object.values(data).some((part) => part !== null)
}

function isOwnBusinessMissing(error: JsonObject): boolean {
  const { path } = error
  return (
    readExtensions(error)['code'] === 'NOT_FOUND' &&
    Array.isArray(path) &&
    path.length === 1 &&
    path[0] === 'business'
  )
}

/**
 * Returns true if the beginning of a long answer reports that the token was refused.
 *
 * The quotes decide: inside a JSON string they would be escaped, so no name or memo of the person can look like this.
 */
export function beginsUnauthenticated(beginning: string): boolean {
  return /"code"\s*:\s*"UNAUTHENTICATED"/.test(beginning)
}

/** Returns true if one of `variables` is exactly `businessId`. */
export function namesBusiness(
  variables: Readonly<Record<string, unknown>>,
  businessId: BusinessWireId | null,
): boolean {
  return businessId !== null && Object.values(variables).includes(businessId)
}

function readExtensions({ extensions }: JsonObject): JsonObject {
  return isJsonObject(extensions) ? extensions : {}
}
