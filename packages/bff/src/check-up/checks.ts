import type { CheckUp } from '@counterfoil/bff-api/connection'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'

export type Check = CheckUp['checks'][number]

/** What came of asking one question. */
export type Word = ProbeOutcome<unknown>['kind'] | 'ended' | 'plan_ended'

/** What the provider said about one connection. */
export interface Said {
  readonly user: Word
  /** Undefined: there was no token to ask with. */
  readonly data: Word | undefined
  readonly userTookMs: number
  readonly dataTookMs: number
}

/** Outcomes that prove that the provider accepted the token. A 429, and a question that was not asked, prove nothing. */
const SIGNED_IN: readonly (Word | undefined)[] = ['value', 'not_found', 'plan_inactive', 'permission_missing']

/**
 * The four checks that a person is shown.
 * @param hasScopes Is everything allowed that the app asks for?
 */
export function judgeChecks(said: Said, hasScopes: boolean): readonly Check[] {
  const { userTookMs, dataTookMs } = said
  return [
    { name: 'sign_in', outcome: judgeSignIn(said), tookMs: userTookMs },
    { name: 'permission', outcome: judgePermission(said, hasScopes), tookMs: 0 },
    { name: 'plan', outcome: judgePlan(said), tookMs: 0 },
    { name: 'data', outcome: judgeData(said), tookMs: dataTookMs },
  ]
}

function judgeSignIn({ user, data }: Said): Check['outcome'] {
  if (data === undefined) return user === 'ended' ? 'failed' : user === 'plan_ended' ? 'ok' : 'unknown'
  if (user === 'unauthenticated' || data === 'unauthenticated') return 'failed'
  return SIGNED_IN.includes(user) || SIGNED_IN.includes(data) ? 'ok' : 'unknown'
}

function judgePermission({ user, data }: Said, hasScopes: boolean): Check['outcome'] {
  const isMissing = data !== undefined && [user, data].includes('permission_missing')
  return hasScopes && !isMissing ? 'ok' : 'failed'
}

function judgePlan({ user, data }: Said): Check['outcome'] {
  if (data === undefined) return user === 'plan_ended' ? 'failed' : 'unknown'
  const said = [user, data]
  if (said.includes('plan_inactive')) return 'failed'
  return said.includes('value') || said.includes('not_found') ? 'ok' : 'unknown'
}

function judgeData({ data }: Said): Check['outcome'] {
  return data === 'value' ? 'ok' : data === 'not_found' ? 'failed' : 'unknown'
}

/** What the answers say about the connection; undefined: nothing. */
export function eventOfAnswers({ user, data }: Pick<Said, 'user' | 'data'>): ConnectionEvent | undefined {
  const said = [user, data]
  if (said.includes('plan_inactive')) return { kind: 'plan_inactive' }
  if (data === 'not_found') return { kind: 'business_lost' }
  if (said.includes('rate_limited')) return { kind: 'rate_limited' }
  if (said.includes('provider_down') || said.includes('unauthenticated')) return { kind: 'provider_down' }
  return said.includes('value') ? { kind: 'answered' } : undefined
}
