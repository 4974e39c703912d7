import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/network'
import type { Request, Response } from 'express'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { ConnectForm } from './connect-form.ts'
import { frameOf } from './connect-frame-responder.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import { buildConnectResult } from './connect-result.ts'
import { withConnectResult } from './return-to.ts'

export interface StartLimitDeps {
  readonly cookies: CookieNames
  readonly connectResults: Pick<ConnectResultStore, 'save'>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly consumeStart: (key: string) => Promise<LimitVerdict>
  readonly clock: () => number
}

/**
 * Counts a start for the browser and for its network; of too many it answers with a result that says so.
 * @returns whether it did; then nothing is left to do
 */
export async function refuseTooManyStarts(
  deps: StartLimitDeps,
  { req, res, browserId }: { readonly req: Request; readonly res: Response; readonly browserId: BrowserId },
  { intent, returnTo }: ConnectForm,
): Promise<boolean> {
  const keys = [`browser:${browserId}`, `address:${networkOf(req.ip)}`]
  const refused = (await Promise.all(keys.map(deps.consumeStart))).find(({ allowed }) => !allowed)
  if (refused === undefined) return false
  const frame = frameOf({ req, res }, deps, { attempt: undefined, browserId })
  const retryAt = new Date(refused.retryAtMs).toISOString()
  const connectResult = buildConnectResult({ ...frame, intent, returnTo }, 'rate_limited', deps.clock(), {
    retryAt,
  })
  await deps.connectResults.save(connectResult)
  res.redirect(303, withConnectResult(returnTo, frame.id))
  return true
}
