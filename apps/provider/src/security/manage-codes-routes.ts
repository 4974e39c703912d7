import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { html } from '#html/html.ts'
import { passwordField, usernameOfPassword } from '#pages/account-fields.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import { confirmedAccount, type SecurityParts } from './security-parts.ts'
import { type CodeFault, codeFaults, codeInput, codesMadePage } from './codes-page.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

const TURN_OFF = '/security/turn-off'

const RENEW = '/security/recovery-codes'

/** A person who has codes from an app turns them off, with password and code, or gets new recovery codes. */
export function createManageCodesRoutes(deps: SecurityParts): Router {
  const { responder } = deps
  const router = Router()

  router.get(TURN_OFF, async (req, res) => {
    const account = await accountWithCodes(deps, req, res)
    if (account !== undefined) await showTurnOff(deps, req, res, { account, password: 'none', code: 'none' })
  })

  router.post(TURN_OFF, ...responder.ownForm, (req, res) => turnOff(deps, req, res))

  router.get(RENEW, async (req, res) => {
    const account = await accountToRenew(deps, req, res)
    if (account !== undefined) await showRenew(deps, req, res, { account, fault: 'none' })
  })

  router.post(RENEW, ...responder.ownForm, (req, res) => renew(deps, req, res))

  return router
}

async function turnOff(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountWithCodes(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'turn-off', userId)))
    return responder.sendFormTooOld(req, res, 'turn-off', userId)
  const password = await deps.signIns.confirm(req, account)
  switch (password.kind) {
    case 'passkey_refused':
      return showTurnOff(deps, req, res, { account, password: 'none', code: password.kind })
    case 'blocked':
      return sendTooMany(deps, req, res, password.untilMs)
    case 'disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
    case 'missing':
      return showTurnOff(deps, req, res, { account, password: 'missing', code: 'none' })
    case 'no_match':
      return showTurnOff(deps, req, res, { account, password: 'wrong', code: 'none' })
    case 'right':
    case 'signed_in':
      break
  }
  // A passkey is both at once.
  const code = password.kind === 'right' ? password : await deps.secondStep.check(req, account)
  if (code.kind === 'blocked') return sendTooMany(deps, req, res, code.untilMs)
  if (code.kind !== 'right')
    return showTurnOff(deps, req, res, { account, password: 'none', code: code.kind })
  await secondFactors.remove(userId)
  logger.info({ event: 'second_factor.off', userId, requestId: requestIdOf(res) })
  responder.send(req, res, turnedOffPage(responder.context(req, res)))
}

async function showTurnOff(
  { responder, passkeys }: SecurityParts,
  req: Request,
  res: Response,
  view: { readonly account: BrowserAccount } & Pick<Parameters<typeof turnOffPage>[0], 'password' | 'code'>,
): Promise<void> {
  const { account, ...faults } = view
  const csrf = await responder.csrfToken(req, res, 'turn-off', account.userId)
  const passkey = await passkeys.requestOptions(req, res, account.userId)
  const filled = { ...faults, csrf, passkey, email: account.email }
  responder.send(req, res, turnOffPage(filled, responder.context(req, res)))
}

/** Password and code together: neither alone turns it off. */
function turnOffPage(
  view: {
    readonly csrf: string
    readonly email: string
    readonly passkey: string | undefined
    readonly password: 'none' | 'missing' | 'wrong'
    readonly code: CodeFault
  },
  context: PageContext,
): Page {
  const { signIn, secondFactor } = context.words
  const { turnOff } = secondFactor
  const passwordFault = view.password === 'missing' ? signIn.enterPassword : signIn.confirm.wrong
  const faults = [
    ...(view.password === 'none' ? [] : [{ fieldId: 'password', message: passwordFault }]),
    ...codeFaults(view.code, context),
  ]
  return formPage(
    {
      title: turnOff.title,
      usesPasskeys: view.passkey !== undefined,
      faults,
      section: 'other',
      body: html`<p>${turnOff.body}</p>
        <form method="post" action="/security/turn-off" novalidate class="block">
          ${csrfField(view.csrf)} ${usernameOfPassword(view.email)}
          ${passwordField({ label: signIn.password, autocomplete: 'current-password', faults, isFirst: true }, context)}
          ${codeInput(turnOff.code, faults)}
          <div class="actions">
            <a class="button" href="/security">${turnOff.keep}</a>
            <button class="button danger">${turnOff.button}</button>
          </div>
          ${passkeyButton({ options: view.passkey, label: context.words.passkeys.use }, context)}
        </form>`,
    },
    context,
  )
}

/** They are off now. */
function turnedOffPage(context: PageContext): Page {
  const { page: words } = context.words.secondFactor
  return {
    title: words.wasOff,
    status: 200,
    section: 'other',
    body: html`<h1>${words.wasOff}</h1>
      <p class="block"><a class="button" href="/security">${words.title}</a></p>`,
  }
}

/** Requires password and code, as turning it off does: with new recovery codes an intruder could come back. */
async function accountToRenew(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await accountWithCodes(deps, req, res)
  return account === undefined ? undefined : confirmedAccount(deps, res, { account, path: RENEW })
}

async function showRenew(
  { responder, passkeys }: SecurityParts,
  req: Request,
  res: Response,
  { account, fault }: { readonly account: BrowserAccount; readonly fault: CodeFault },
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'renew-codes', account.userId)
  const passkey = await passkeys.requestOptions(req, res, account.userId)
  responder.send(req, res, renewCodesPage({ csrf, passkey, fault }, responder.context(req, res)))
}

async function renew(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountToRenew(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'renew-codes', userId)))
    return responder.sendFormTooOld(req, res, 'renew-codes', userId)
  const code = await deps.secondStep.check(req, account)
  if (code.kind === 'blocked') return sendTooMany(deps, req, res, code.untilMs)
  if (code.kind !== 'right') return showRenew(deps, req, res, { account, fault: code.kind })
  const codes = await secondFactors.renewRecoveryCodes(userId)
  if (codes === undefined) return responder.seeOther(res, '/security')
  logger.info({ event: 'second_factor.recovery_codes_renewed', userId, requestId: requestIdOf(res) })
  responder.send(req, res, codesMadePage({ codes, replaceOlder: true }, responder.context(req, res)))
}

/** A code first: anyone who only found the browser open gets no codes of their own. */
function renewCodesPage(
  view: { readonly csrf: string; readonly passkey: string | undefined; readonly fault: CodeFault },
  context: PageContext,
): Page {
  const { page, renew, turnOff } = context.words.secondFactor
  const faults = codeFaults(view.fault, context)
  return formPage(
    {
      title: page.renew,
      usesPasskeys: view.passkey !== undefined,
      faults,
      section: 'other',
      body: html`<p>${renew.body}</p>
        <form method="post" action="/security/recovery-codes" novalidate class="block">
          ${csrfField(view.csrf)} ${codeInput(turnOff.code, faults)}
          <div class="actions">
            <a class="button" href="/security">${renew.keep}</a>
            <button class="button primary">${renew.button}</button>
          </div>
          ${passkeyButton({ options: view.passkey, label: context.words.passkeys.use }, context)}
        </form>`,
    },
    context,
  )
}

/** Returns the account if it has codes; otherwise leads back to the overview. */
async function accountWithCodes(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  if (account === undefined) return undefined
  if (await deps.secondFactors.isOn(account.userId)) return account
  deps.responder.seeOther(res, '/security')
  return undefined
}

function sendTooMany({ responder }: SecurityParts, req: Request, res: Response, untilMs: number): void {
  responder.send(req, res, tooManyTriesPage(untilMs, '/security', responder.context(req, res)))
}
