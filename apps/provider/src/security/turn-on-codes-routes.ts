import type { Router } from 'express'
import { html } from '#html/html.ts'
import { csrfField, formPage } from '#pages/partials.ts'
import type { Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { readTypedCode, totpAddress } from '#second-factor/codes.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import { isConfirmed } from '#sign-in/session-responder.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { ChangePasswordParts } from './change-password-routes.ts'
import { codeInput, codesMadePage } from './codes-page.ts'
import { qrCode } from './qr-code.ts'

const TURN_ON = '/security/turn-on'

export interface TurnOnCodesParts extends Pick<
  ChangePasswordParts,
  'responder' | 'clock' | 'logger' | 'accountOf'
> {
  /** True if people may turn codes on. Codes that are on can always be turned off. */
  readonly offersSecondFactor: boolean
  readonly secondFactors: Pick<SecondFactorStore, 'isOn' | 'setUp' | 'turnOn'>
  readonly secondStep: Pick<SecondStep, 'countTry'>
}

/** Serves turning on codes from an app. The secret stays the same until a first code is correct. */
export function createTurnOnCodesRoutes(deps: TurnOnCodesParts): Router {
  const { clock, logger, secondFactors } = deps
  const pages = createPageRoutes(deps.responder)

  // Requires the password again: otherwise somebody who found the browser open could lock its owner out.
  const confirmed = pages.opening(async (visit) => {
    const account = await deps.accountOf(visit)
    if (account === undefined) return undefined
    if (deps.offersSecondFactor && !(await secondFactors.isOn(account.userId)))
      return isConfirmed(visit, { account, clock, path: TURN_ON }) ? account : undefined
    visit.seeOther('/security')
    return undefined
  })

  confirmed.get(TURN_ON, (visit, account) => showSetUp(visit, account, 'none'))

  confirmed.post(TURN_ON, async (visit, account) => {
    const { userId } = account
    if (!(await visit.isOwnForm('turn-on', userId))) return
    const typed = readTypedCode(visit.field('code') ?? '')
    if (typed.kind === 'none') return showSetUp(visit, account, 'missing')
    const counted = await deps.secondStep.countTry(visit, account)
    if (counted.kind === 'blocked')
      return visit.show(tooManyTriesPage(counted.untilMs, '/security', visit.context()))
    const codes = await secondFactors.turnOn(userId, typed)
    if (codes === undefined) return showSetUp(visit, account, 'wrong')
    logger.info({ event: 'second_factor.on', userId, requestId: visit.requestId() })
    visit.render(codesMadePage, { codes, replaceOlder: false })
  })

  async function showSetUp(
    visit: Visit,
    { userId, email }: BrowserAccount,
    fault: 'none' | 'missing' | 'wrong',
  ): Promise<void> {
    const secret = await secondFactors.setUp(userId)
    if (secret === undefined) return visit.seeOther('/security')
    const csrf = await visit.token('turn-on', userId)
    const address = totpAddress(secret, { issuer: visit.context().harbour, email })
    visit.render(setUpPage, { secret, address, csrf, fault })
  }

  return pages.router
}

/** Shows the secret as QR code and as text, and asks for a first code to verify the app. */
function setUpPage(
  view: {
    readonly secret: string
    readonly address: string
    readonly csrf: string
    readonly fault: 'none' | 'missing' | 'wrong'
  },
  context: PageContext,
): Page {
  const { setUp, ask } = context.words.secondFactor
  const message = view.fault === 'missing' ? ask.missing : ask.wrong
  const faults = view.fault === 'none' ? [] : [{ fieldId: 'code', message }]
  return formPage(
    {
      title: setUp.title,
      faults,
      section: 'other',
      body: html`<p>${setUp.scan}</p>
        <p>${qrCode({ text: view.address, label: setUp.picture })}</p>
        <p><a class="tall" href="${view.address}">${setUp.open}</a></p>
        <p>${setUp.key}<br /><b class="mono" id="key">${(view.secret.match(/.{4}/g) ?? []).join(' ')}</b></p>
        <form method="post" action="/security/turn-on" novalidate class="block">
          ${csrfField(view.csrf)} ${codeInput(setUp.enter, faults)}
          <p>${setUp.stays}</p>
          <div class="actions">
            <a class="button" href="/security">${setUp.cancel}</a>
            <button class="button primary">${setUp.button}</button>
          </div>
        </form>`,
    },
    context,
  )
}
