import type { Router } from 'express'
import { html } from '#html/html.ts'
import { csrfField, formPage, passwordField, usernameOfPassword } from '#pages/partials.ts'
import type { Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import { createConfirmedOpener } from '#sign-in/session-responder.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import type { SignInService } from '#sign-in/sign-in-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { ChangePasswordParts } from './change-password-routes.ts'
import { type CodeFault, codeFaults, codeInput, codesMadePage } from './codes-page.ts'

const TURN_OFF = '/security/turn-off'
const RENEW = '/security/recovery-codes'

export interface ManageCodesParts extends Pick<
  ChangePasswordParts,
  'responder' | 'clock' | 'logger' | 'accountOf'
> {
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly secondStep: Pick<SecondStep, 'check'>
  readonly secondFactors: Pick<SecondFactorStore, 'isOn' | 'remove' | 'renewRecoveryCodes'>
}

/** Serves turning off codes from an app, with password and code, and the renewal of recovery codes. */
export function createManageCodesRoutes(deps: ManageCodesParts): Router {
  const { clock, secondFactors } = deps
  const pages = createPageRoutes(deps.responder)

  async function accountWithCodes(visit: Visit): Promise<BrowserAccount | undefined> {
    const account = await deps.accountOf(visit)
    if (account === undefined || (await secondFactors.isOn(account.userId))) return account
    visit.seeOther('/security')
    return undefined
  }
  const withCodes = pages.opening(accountWithCodes)
  withCodes.get(TURN_OFF, (visit, account) =>
    showTurnOff(deps, visit, account, { password: 'none', code: 'none' }),
  )
  withCodes.post(TURN_OFF, (visit, account) => turnOff(deps, visit, account))

  // Requires password and code, as turning off does: with new recovery codes an intruder could come back.
  const confirmed = pages.opening(createConfirmedOpener(accountWithCodes, clock, RENEW))
  confirmed.get(RENEW, (visit, account) => showRenew(deps, visit, account, 'none'))
  confirmed.post(RENEW, (visit, account) => renew(deps, visit, account))

  return pages.router
}

async function turnOff(deps: ManageCodesParts, visit: Visit, account: BrowserAccount): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('turn-off', userId))) return
  const password = await deps.signIns.confirm(visit, account)
  switch (password.kind) {
    case 'passkey_refused':
      return showTurnOff(deps, visit, account, { password: 'none', code: password.kind })
    case 'blocked':
      return sendTooMany(visit, password.untilMs)
    case 'disabled':
      return visit.sendErrorPage({ kind: 'not_allowed' })
    case 'missing':
      return showTurnOff(deps, visit, account, { password: 'missing', code: 'none' })
    case 'no_match':
      return showTurnOff(deps, visit, account, { password: 'wrong', code: 'none' })
    case 'right':
    case 'signed_in':
      break
  }
  // A passkey counts as password and code.
  const code = password.kind === 'right' ? password : await deps.secondStep.check(visit, account)
  if (code.kind === 'blocked') return sendTooMany(visit, code.untilMs)
  if (code.kind !== 'right') return showTurnOff(deps, visit, account, { password: 'none', code: code.kind })
  await deps.secondFactors.remove(userId)
  deps.logger.info({ event: 'second_factor.off', userId, requestId: visit.requestId() })
  visit.show(turnedOffPage(visit.context()))
}

async function showTurnOff(
  { passkeys }: ManageCodesParts,
  visit: Visit,
  { userId, email }: BrowserAccount,
  faults: Pick<Parameters<typeof turnOffPage>[0], 'password' | 'code'>,
): Promise<void> {
  const csrf = await visit.token('turn-off', userId)
  const passkey = await passkeys.requestOptions(visit, userId)
  visit.render(turnOffPage, { ...faults, csrf, passkey, email })
}

/** Asks for password and code: neither alone turns the second factor off. */
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

/** Confirms that codes are off. */
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

async function showRenew(
  { passkeys }: ManageCodesParts,
  visit: Visit,
  { userId }: BrowserAccount,
  fault: CodeFault,
): Promise<void> {
  const csrf = await visit.token('renew-codes', userId)
  visit.render(renewCodesPage, { csrf, passkey: await passkeys.requestOptions(visit, userId), fault })
}

async function renew(deps: ManageCodesParts, visit: Visit, account: BrowserAccount): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('renew-codes', userId))) return
  const code = await deps.secondStep.check(visit, account)
  if (code.kind === 'blocked') return sendTooMany(visit, code.untilMs)
  if (code.kind !== 'right') return showRenew(deps, visit, account, code.kind)
  const codes = await deps.secondFactors.renewRecoveryCodes(userId)
  if (codes === undefined) return visit.seeOther('/security')
  deps.logger.info({
    event: 'second_factor.recovery_codes_renewed',
    userId,
    requestId: visit.requestId(),
  })
  visit.render(codesMadePage, { codes, replaceOlder: true })
}

/** Asks for a code, so that somebody who found the browser open gets no recovery codes. */
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

function sendTooMany(visit: Visit, untilMs: number): void {
  visit.show(tooManyTriesPage(untilMs, '/security', visit.context()))
}
