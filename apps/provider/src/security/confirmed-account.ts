import type { Clock } from '@counterfoil/service/clock'
import type { Response } from 'express'
import type { PageResponder } from '#pages/page-responder.ts'
import { needsStepUp, type BrowserAccount } from '#users/browser-session.ts'

/** The account, if its password was typed a short while ago; else undefined, and the way leads there and back to `path`. */
export function confirmedAccount(
  { responder, clock }: { readonly responder: Pick<PageResponder, 'seeOther'>; readonly clock: Clock },
  res: Response,
  { account, path }: { readonly account: BrowserAccount; readonly path: string },
): BrowserAccount | undefined {
  if (!needsStepUp(account, clock())) return account
  responder.seeOther(res, `/confirm-password?return_to=${encodeURIComponent(path)}`)
  return undefined
}
