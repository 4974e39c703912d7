import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import { isJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import {
  meaningOf,
  type BusinessMembers,
  type PersonMembers,
  type Question,
  type Refusals,
} from '#provider-profile/provider-profile.ts'
import { readId } from './given-tokens.ts'

/** The answer of the provider to one query. */
export type ProbeAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: unknown
      readonly retryAfterMs: number | undefined
    }
  | { readonly kind: 'no_answer' }

export type ProbeOutcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  /** The provider answered, and the object asked for does not exist. */
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'permission_missing' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'provider_down' }
  /** The profile has no such query, or the scopes of the tokens do not allow it. */
  | { readonly kind: 'not_asked' }

export interface ProbedPerson {
  readonly userId: UserWireId
  readonly email: string | null
  /** True if the provider says that it has verified the address. */
  readonly isEmailVerified: boolean
}

export interface ProbedBusiness {
  readonly businessId: BusinessWireId
  readonly name: string | null
}

/** The facts that are needed to read the answer to a query. */
interface ProbeRules {
  readonly from: Question['from']
  readonly refusals: Refusals
}

type Said = Extract<ProbeAnswer, { kind: 'answer' }>
type Failed = Exclude<ProbeOutcome<never>, { kind: 'value' }>

const DOWN: Failed = { kind: 'provider_down' }

function judge<T>(
  answer: ProbeAnswer,
  rules: ProbeRules,
  read: (members: JsonObject) => ProbeOutcome<T> | undefined,
): ProbeOutcome<T> {
  if (answer.kind === 'no_answer') return DOWN
  const { status, body, retryAfterMs } = answer
  if (status === 429) return { kind: 'rate_limited', retryAfterMs }
  if (status === 401) return { kind: 'unauthenticated' }
  if (status >= 500 || !isJsonObject(body)) return DOWN
  const failed = rules.from === 'graphql' ? readErrors(answer, body, rules) : readStatus(answer, body, rules)
  if (failed !== undefined) return failed
  const members = rules.from === 'graphql' ? body['data'] : body
  return (isJsonObject(members) ? read(members) : undefined) ?? DOWN
}

/** Returns the meaning of the first known error of a GraphQL answer. "Unauthenticated" may be within an HTTP 200 as well. */
function readErrors(
  { status, retryAfterMs }: Said,
  body: JsonObject,
  { refusals }: ProbeRules,
): Failed | undefined {
  const { errors = [] } = body
  if (!Array.isArray(errors)) return DOWN
  for (const error of errors) {
    const extensions: unknown = isJsonObject(error) ? error['extensions'] : undefined
    const { code, reason } = isJsonObject(extensions) ? extensions : {}
    const said = wordOf(refusals, { status, code, reason, retryAfterMs })
    if (said !== undefined) return said
    switch (code) {
      case 'UNAUTHENTICATED':
        return { kind: 'unauthenticated' }
      case 'FORBIDDEN':
        return { kind: 'permission_missing' }
      case 'NOT_FOUND':
        return { kind: 'not_found' }
      case 'RATE_LIMITED':
        return { kind: 'rate_limited', retryAfterMs }
      default:
        break
    }
  }
  return undefined
}

function readStatus(
  { status, retryAfterMs }: Said,
  body: JsonObject,
  { refusals }: ProbeRules,
): Failed | undefined {
  if (status < 300) return undefined
  const said = wordOf(refusals, {
    status,
    code: body['error'] ?? body['code'],
    reason: body['reason'],
    retryAfterMs,
  })
  if (said !== undefined) return said
  if (status === 403) return { kind: 'permission_missing' }
  return status === 404 ? { kind: 'not_found' } : DOWN
}

function wordOf(
  refusals: Refusals,
  {
    retryAfterMs,
    ...said
  }: Pick<Said, 'status' | 'retryAfterMs'> & { readonly code: unknown; readonly reason: unknown },
): Failed | undefined {
  switch (meaningOf(refusals, { at: 'api', ...said })) {
    case 'planEnded':
      return { kind: 'plan_inactive' }
    case 'rateLimited':
      return { kind: 'rate_limited', retryAfterMs }
    case 'gone':
    case undefined:
      return undefined
  }
}

/** Returns the member at a path with dots; null also if a member on that path is null. */
export function readPath(members: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (within, name) => (isJsonObject(within) ? within[name] : within === null ? null : undefined),
      members,
    )
}

/** Reads the person from an answer. @see interface.md section 2.4 */
export function judgePersonAnswer(
  answer: ProbeAnswer,
  rules: ProbeRules & PersonMembers,
): ProbeOutcome<ProbedPerson> {
  const { emailVerified } = rules
  return judge(answer, rules, (members) => {
    const userId = readId<UserWireId>(readPath(members, rules.userId))
    const found = rules.email === undefined ? null : readPath(members, rules.email)
    const email = typeof found === 'string' ? found : null
    const isVerified = typeof emailVerified === 'string' ? readPath(members, emailVerified) : emailVerified
    return userId && { kind: 'value', value: { userId, email, isEmailVerified: isVerified === true } }
  })
}

export function judgeBusinessAnswer(
  answer: ProbeAnswer,
  rules: ProbeRules & BusinessMembers,
): ProbeOutcome<ProbedBusiness> {
  return judge(answer, rules, (members) => {
    const id = readPath(members, rules.id)
    const businessId = readId<BusinessWireId>(id)
    if (businessId === undefined) return id === null ? { kind: 'not_found' } : undefined
    const name = rules.name === undefined ? null : readPath(members, rules.name)
    return { kind: 'value', value: { businessId, name: typeof name === 'string' ? name : null } }
  })
}

export function judgeDetailsAnswer(
  answer: ProbeAnswer,
  rules: ProbeRules & { readonly name: string },
): ProbeOutcome<Pick<ProbedBusiness, 'name'>> {
  return judge(answer, rules, (members) => {
    const parent = readPath(members, rules.name.split('.').slice(0, -1).join('.') || rules.name)
    if (parent === null) return { kind: 'not_found' }
    const name = readPath(members, rules.name)
    const isOdd = name !== null && typeof name !== 'string'
    return isOdd ? undefined : { kind: 'value', value: { name } }
  })
}
