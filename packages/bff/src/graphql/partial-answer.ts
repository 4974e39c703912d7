import type { PartialAnswer } from '@counterfoil/bff-api/figures'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { isJsonObject, parseJsonObject } from '@counterfoil/service/json-object'
import { BffError } from '#http/errors.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import { DEFAULT_RETRY_SECONDS } from './token-problem.ts'
import { judgeGraphqlBody } from './upstream-outcome.ts'

/** What an answer means that brought nothing. */
const PROBLEMS: Readonly<Partial<Record<ReturnType<typeof judgeGraphqlBody>, ProblemCode>>> = {
  plan_inactive: 'plan-ended',
  business_lost: 'connection-not-found',
  rate_limited: 'provider-rate-limited',
}

/**
 * Reads an answer that may lack parts.
 * @param text JSON.
 * @throws BffError when it brings nothing at all
 */
export function readPartialAnswer(text: string, refusals: Refusals): PartialAnswer {
  const { data, errors } = parse(text)
  if (data === undefined) {
    const sign = judgeGraphqlBody(text, { namesOwnBusiness: true, refusals })
    throw new BffError(PROBLEMS[sign] ?? 'provider-unavailable', { retryAfterSeconds: DEFAULT_RETRY_SECONDS })
  }
  return { data, missing: errors.flatMap(({ path }) => (Array.isArray(path) ? [path.join('.')] : [])) }
}

interface Body {
  readonly data: PartialAnswer['data'] | undefined
  readonly errors: readonly { readonly path?: unknown }[]
}

function parse(text: string): Body {
  const { data, errors } = parseJsonObject(text) ?? {}
  // Its own type says nothing of what was asked for.
  const brings =
    isJsonObject(data) && Object.entries(data).some(([name, part]) => name !== '__typename' && part !== null)
  return { data: brings ? data : undefined, errors: Array.isArray(errors) ? errors.filter(isJsonObject) : [] }
}
