import type { AttemptId, BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/values/random'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import type { CookieNames } from '#session/cookie-names.ts'
import type { Attempt } from './attempt/attempt.ts'
import type { ConnectResultFrame } from './result/connect-result.ts'
import { dayOffsetOf } from './attempt/day-offset.ts'
import { HOME } from './attempt/return-to.ts'

/** The frame of a result that is sent to `browserId`; without an attempt, of one that nothing is known of. */
export function frameOf(
  { req, res }: { readonly req: Request; readonly res: Response },
  deps: {
    readonly cookies: CookieNames
    readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
    readonly clock: () => number
  },
  { attempt, browserId }: { readonly attempt: Attempt | undefined; readonly browserId: BrowserId },
): ConnectResultFrame {
  return {
    id: attempt?.id ?? (randomId() as AttemptId),
    intent: attempt?.intent ?? 'connect',
    returnTo: attempt?.returnTo ?? HOME,
    reference: referenceOf(requestIdOf(res)),
    browser: deps.browserOf(browserId),
    // Who only comes back is nobody yet.
    principalId: attempt?.intent === 'sign_in' ? null : (attempt?.expected?.principalId ?? null),
    dayOffsetMs: dayOffsetOf(req, deps.cookies, deps.clock()),
  }
}
