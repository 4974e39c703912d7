import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { html } from '#html/html.ts'
import { formText } from '#http/form-fields.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { readTypedCode } from '#second-factor/recovery-code.ts'
import { totpAddress } from '#second-factor/totp.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import { codeInput, codesMadePage } from './codes-page.ts'
import { confirmedAccount, type SecurityParts } from './security-parts.ts'
import { qrCode } from './qr-code.ts'

const TURN_ON = '/security/turn-on'

/** A person turns on codes from an app: the key stays the same until a first code from it is right. */
export function createTurnOnCodesRoutes(deps: SecurityParts): Router {
  const { responder } = deps
  const router = Router()

  router.get(TURN_ON, async (req, res) => {
    const account = await accountToTurnOn(deps, req, res)
    if (account !== undefined) await showSetUp(deps, req, res, { account, fault: 'none' })
  })

  router.post(TURN_ON, ...responder.ownForm, (req, res) => turnOn(deps, req, res))

  return router
}

/** Anyone who only found the browser open could lock its owner out: the password is asked for again. */
async function accountToTurnOn(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  if (account === undefined) return undefined
  if (!deps.offersSecondFactor || (await deps.secondFactors.isOn(account.userId))) {
    deps.responder.seeOther(res, '/security')
    return undefined
  }
  return confirmedAccount(deps, res, { account, path: TURN_ON })
}

async function showSetUp(
  { responder, secondFactors }: SecurityParts,
  req: Request,
  res: Response,
  view: { readonly account: BrowserAccount; readonly fault: 'none' | 'missing' | 'wrong' },
): Promise<void> {
  const { account, fault } = view
  const secret = await secondFactors.setUp(account.userId)
  if (secret === undefined) return responder.seeOther(res, '/security')
  const context = responder.context(req, res)
  const csrf = await responder.csrfToken(req, res, 'turn-on', account.userId)
  const address = totpAddress(secret, { issuer: context.harbour, email: account.email })
  responder.send(req, res, setUpPage({ secret, address, csrf, fault }, context))
}

async function turnOn(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountToTurnOn(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'turn-on', userId)))
    return responder.sendFormTooOld(req, res, 'turn-on', userId)
  const typed = readTypedCode(formText(req.body, 'code') ?? '')
  if (typed.kind === 'none') return showSetUp(deps, req, res, { account, fault: 'missing' })
  const counted = await deps.secondStep.countTry(req, account)
  if (counted.kind === 'blocked')
    return responder.send(
      req,
      res,
      tooManyTriesPage(counted.untilMs, '/security', responder.context(req, res)),
    )
  const codes = await secondFactors.turnOn(userId, typed)
  if (codes === undefined) return showSetUp(deps, req, res, { account, fault: 'wrong' })
  logger.info({ event: 'second_factor.on', userId, requestId: requestIdOf(res) })
  responder.send(req, res, codesMadePage({ codes, replaceOlder: false }, responder.context(req, res)))
}

/** The key, as a picture and as text, and a first code that shows the app has it. */
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
