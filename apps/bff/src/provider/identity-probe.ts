import { SUBSCRIPTION_INACTIVE } from '@counterfoil/oauth/oauth-error'
import { z } from 'zod'
import type { UserWireId } from '@counterfoil/oauth/ids'

/** What the provider's GraphQL endpoint said to one question of ours. */
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
  /** The answer is there, and what was asked for is not. */
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'permission_missing' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'provider_down' }

export const USER_QUERY = '{ user { id defaultEmail } }'
export const BUSINESS_QUERY = 'query Business($id: ID!) { business(id: $id) { id name } }'

const ErrorsSchema = z.object({
  errors: z
    .array(z.object({ extensions: z.object({ code: z.string(), reason: z.string() }).partial().optional() }))
    .optional(),
})
const UserSchema = z.object({
  data: z.object({
    user: z.object({ id: z.string().brand<'UserWireId'>(), defaultEmail: z.string().nullish() }),
  }),
})
const BusinessSchema = z.object({
  data: z.object({
    business: z.object({ id: z.string().brand<'BusinessWireId'>(), name: z.string().nullish() }).nullable(),
  }),
})

function judge<T>(
  answer: ProbeAnswer,
  read: (body: unknown) => ProbeOutcome<T> | undefined,
): ProbeOutcome<T> {
  if (answer.kind === 'no_answer') return { kind: 'provider_down' }
  if (answer.status === 429) return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
  if (answer.status === 401) return { kind: 'unauthenticated' }
  if (answer.status >= 500) return { kind: 'provider_down' }
  const parsed = ErrorsSchema.safeParse(answer.body)
  if (!parsed.success) return { kind: 'provider_down' }
  // "Unauthenticated" may come inside an HTTP 200 as well.
  for (const { extensions } of parsed.data.errors ?? []) {
    switch (extensions?.code) {
      case 'UNAUTHENTICATED':
        return { kind: 'unauthenticated' }
      case 'FORBIDDEN':
        return extensions.reason === SUBSCRIPTION_INACTIVE
          ? { kind: 'plan_inactive' }
          : { kind: 'permission_missing' }
      case 'NOT_FOUND':
        return { kind: 'not_found' }
      case 'RATE_LIMITED':
        return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
      default:
        break
    }
  }
  return read(answer.body) ?? { kind: 'provider_down' }
}

/** Reads the answer to {@link USER_QUERY}. @see interface.md section 2.4 */
export function judgeUserAnswer(
  answer: ProbeAnswer,
): ProbeOutcome<{ userId: UserWireId; email: string | null }> {
  return judge(answer, (body) => {
    const parsed = UserSchema.safeParse(body)
    if (!parsed.success) return undefined
    const { id, defaultEmail } = parsed.data.data.user
    return { kind: 'value', value: { userId: id, email: defaultEmail ?? null } }
  })
}

/** Reads the answer to {@link BUSINESS_QUERY}. */
export function judgeBusinessAnswer(answer: ProbeAnswer): ProbeOutcome<{ name: string | null }> {
  return judge(answer, (body) => {
    const parsed = BusinessSchema.safeParse(body)
    if (!parsed.success) return undefined
    const { business } = parsed.data.data
    return business === null
      ? { kind: 'not_found' }
      : { kind: 'value', value: { name: business.name ?? null } }
  })
}
