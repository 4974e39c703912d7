import type { Request, Response } from 'express'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { OwnBrowsersStore } from '#users/own-browsers-store.ts'
import { securityPage, type SecurityNews } from './security-page.ts'

export interface SecurityOverviewParts {
  readonly responder: PageResponder
  readonly browsers: OwnBrowsersStore
  readonly secondFactors: Pick<SecondFactorStore, 'find'>
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly passkeyStore: Pick<PasskeyStore, 'list'>
  /** May people turn codes on? Who has them can always turn them off. */
  readonly offersSecondFactor: boolean
}

/** Shows how somebody signs in and where they are signed in, after `news` if there is any. */
export async function showSecurity(
  parts: SecurityOverviewParts,
  req: Request,
  res: Response,
  { account, news }: { readonly account: BrowserAccount; readonly news?: SecurityNews },
): Promise<void> {
  const { responder, browsers, secondFactors, offersSecondFactor, passkeys, passkeyStore } = parts
  const { userId } = account
  const view = {
    news,
    passkeys: passkeys.isAvailable(req) ? await passkeyStore.list(userId) : undefined,
    codes: await secondFactors.find(userId),
    offersCodes: offersSecondFactor,
    browsers: await browsers.list(userId, responder.readBrowserKey(req)),
    csrf: await responder.csrfToken(req, res, 'browsers', userId),
  }
  responder.send(req, res, securityPage(view, responder.context(req, res)))
}
