import type { RecoveryCode } from '@counterfoil/oauth/ids'
import { html, type Html } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault } from '#pages/page.ts'
import {
  csrfField,
  formActions,
  inputField,
  passkeyButton,
  passwordField,
  usernameOfPassword,
} from '#pages/partials.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { readTypedCode, showRecoveryCode, totpAddress } from '#second-factor/codes.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { type CodeFault, codeFaults } from '#sign-in/code-page.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import { confirmedOpener, isConfirmed, signedInOpener } from '#sign-in/session-responder.ts'
import { showTooManyTries } from '#sign-in/sign-in-page.ts'
import type { SignInService } from '#sign-in/sign-in-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { qrCode } from './qr-code.ts'

const TURN_ON = '/security/turn-on'
const TURN_OFF = '/security/turn-off'
const RENEW = '/security/recovery-codes'

interface CodesParts {
  /** True if people may turn codes on. Codes that are on can always be turned off. */
  readonly offersSecondFactor: boolean
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly secondStep: Pick<SecondStep, 'check' | 'countTry'>
  readonly secondFactors: Pick<
    SecondFactorStore,
    'isOn' | 'setUp' | 'turnOn' | 'remove' | 'renewRecoveryCodes'
  >
}

const openAccount = signedInOpener('/security')

/** Adds turning codes from an app on and off, and the renewal of recovery codes. */
export function addCodesPages(pages: PageRouter, deps: CodesParts): void {
  const { secondFactors } = deps

  // Requires the password again: otherwise somebody who found the browser open could lock its owner out.
  const withoutCodes = pages.opening(async (visit) => {
    const account = await openAccount(visit)
    if (account === undefined) return undefined
    if (deps.offersSecondFactor && !(await secondFactors.isOn(account.userId)))
      return isConfirmed(visit, account, TURN_ON) ? account : undefined
    visit.seeOther('/security')
    return undefined
  })
  withoutCodes.get(TURN_ON, (visit, account) => showSetUp(deps, visit, account, 'none'))
  withoutCodes.post(TURN_ON, (visit, account) => turnOn(deps, visit, account))

  async function accountWithCodes(visit: Visit): Promise<BrowserAccount | undefined> {
    const account = await openAccount(visit)
    if (account === undefined || (await secondFactors.isOn(account.userId))) return account
    visit.seeOther('/security')
    return undefined
  }
  const withCodes = pages.opening(accountWithCodes)
  withCodes.get(TURN_OFF, (visit, account) => showTurnOff(deps, visit, account, {}))
  withCodes.post(TURN_OFF, (visit, account) => turnOff(deps, visit, account))

  // Requires password and code, as turning off does: with new recovery codes an intruder could come back.
  const confirmed = pages.opening(confirmedOpener(accountWithCodes, RENEW))
  confirmed.get(RENEW, (visit, account) => showRenew(deps, visit, account, 'none'))
  confirmed.post(RENEW, (visit, account) => renew(deps, visit, account))
}

async function turnOn(deps: CodesParts, visit: Visit, account: BrowserAccount): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('turn-on', userId))) return
  const typed = readTypedCode(visit.field('code') ?? '')
  if (typed.kind === 'none') return showSetUp(deps, visit, account, 'missing')
  const counted = await deps.secondStep.countTry(visit, account)
  if (counted.kind === 'blocked') return showTooManyTries(visit, counted.untilMs, '/security')
  const codes = await deps.secondFactors.turnOn(userId, typed)
  if (codes === undefined) return showSetUp(deps, visit, account, 'wrong')
  visit.note('second_factor.on', { userId })
  showRecoveryCodes(visit, codes, 'first')
}

/** Shows the secret as QR code and as text, and asks for a first code. The secret stays the same until that is correct. */
async function showSetUp(
  { secondFactors }: CodesParts,
  visit: Visit,
  { userId, email }: BrowserAccount,
  fault: CodeFault,
): Promise<void> {
  const secret = await secondFactors.setUp(userId)
  if (secret === undefined) return visit.seeOther('/security')
  const csrf = await visit.token('turn-on', userId)
  const context = visit.context()
  const address = totpAddress(secret, { issuer: context.harbour, email })
  const { setUp } = context.words.secondFactor
  const faults = codeFaults(fault, context)
  visit.show({
    title: setUp.title,
    faults,
    section: 'other',
    body: html`<p>${setUp.scan}</p>
      <p>${qrCode({ text: address, label: setUp.picture })}</p>
      <p><a class="tall" href="${address}">${setUp.open}</a></p>
      <p>${setUp.key}<br /><b class="mono" id="key">${(secret.match(/.{4}/g) ?? []).join(' ')}</b></p>
      <form method="post" action="${TURN_ON}" novalidate class="block">
        ${csrfField(csrf)} ${codeInput(setUp.enter, faults)}
        <p>${setUp.stays}</p>
        ${formActions({ path: '/security', label: setUp.cancel }, { label: setUp.button, look: 'primary' })}
      </form>`,
  })
}

function codeInput(label: string, faults: readonly Fault[]): Html {
  const attributes = html`autocomplete="one-time-code" autocapitalize="none" spellcheck="false"`
  return inputField({ id: 'code', label, faults, isMono: true, attributes })
}

async function turnOff(deps: CodesParts, visit: Visit, account: BrowserAccount): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('turn-off', userId))) return
  const password = await deps.signIns.confirm(visit, account)
  switch (password.kind) {
    case 'passkey_refused':
      return showTurnOff(deps, visit, account, { code: password.kind })
    case 'blocked':
      return showTooManyTries(visit, password.untilMs, '/security')
    case 'disabled':
      return visit.sendErrorPage({ kind: 'not_allowed' })
    case 'missing':
    case 'no_match':
      return showTurnOff(deps, visit, account, { password: password.kind })
    case 'right':
    case 'signed_in':
      break
  }
  // A passkey counts as password and code.
  const code = password.kind === 'right' ? password : await deps.secondStep.check(visit, account)
  if (code.kind === 'blocked') return showTooManyTries(visit, code.untilMs, '/security')
  if (code.kind !== 'right') return showTurnOff(deps, visit, account, { code: code.kind })
  await deps.secondFactors.remove(userId)
  visit.note('second_factor.off', { userId })
  const { wasOff, title } = visit.context().words.secondFactor.page
  visit.show({
    title: wasOff,
    section: 'other',
    body: html`<p class="block"><a class="button" href="/security">${title}</a></p>`,
  })
}

/** Asks for password and code: neither alone turns the second factor off. */
async function showTurnOff(
  { passkeys }: CodesParts,
  visit: Visit,
  { userId, email }: BrowserAccount,
  fault: { readonly password?: 'missing' | 'no_match'; readonly code?: CodeFault },
): Promise<void> {
  const csrf = await visit.token('turn-off', userId)
  const passkey = await passkeys.requestOptions(visit, userId)
  const context = visit.context()
  const { signIn, secondFactor } = context.words
  const { turnOff } = secondFactor
  const passwordFaults = { missing: signIn.enterPassword, no_match: signIn.confirm.wrong }
  const faults = [
    ...(fault.password === undefined
      ? []
      : [{ fieldId: 'password', message: passwordFaults[fault.password] }]),
    ...codeFaults(fault.code ?? 'none', context),
  ]
  visit.show({
    title: turnOff.title,
    usesPasskeys: passkey !== undefined,
    faults,
    section: 'other',
    body: html`<p>${turnOff.body}</p>
      <form method="post" action="${TURN_OFF}" novalidate class="block">
        ${csrfField(csrf)} ${usernameOfPassword(email)}
        ${passwordField({ label: signIn.password, autocomplete: 'current-password', faults, isFirst: true }, context)}
        ${codeInput(turnOff.code, faults)}
        ${formActions({ path: '/security', label: turnOff.keep }, { label: turnOff.button, look: 'danger' })}
        ${passkeyButton(passkey, { label: context.words.passkeys.use }, context)}
      </form>`,
  })
}

async function renew(deps: CodesParts, visit: Visit, account: BrowserAccount): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('renew-codes', userId))) return
  const code = await deps.secondStep.check(visit, account)
  if (code.kind === 'blocked') return showTooManyTries(visit, code.untilMs, '/security')
  if (code.kind !== 'right') return showRenew(deps, visit, account, code.kind)
  const codes = await deps.secondFactors.renewRecoveryCodes(userId)
  if (codes === undefined) return visit.seeOther('/security')
  visit.note('second_factor.recovery_codes_renewed', { userId })
  showRecoveryCodes(visit, codes, 'renewed')
}

/** Asks for a code, so that somebody who found the browser open gets no recovery codes. */
async function showRenew(
  { passkeys }: CodesParts,
  visit: Visit,
  { userId }: BrowserAccount,
  fault: CodeFault,
): Promise<void> {
  const csrf = await visit.token('renew-codes', userId)
  const passkey = await passkeys.requestOptions(visit, userId)
  const context = visit.context()
  const { page, renew, turnOff } = context.words.secondFactor
  const faults = codeFaults(fault, context)
  visit.show({
    title: page.renew,
    usesPasskeys: passkey !== undefined,
    faults,
    section: 'other',
    body: html`<p>${renew.body}</p>
      <form method="post" action="${RENEW}" novalidate class="block">
        ${csrfField(csrf)} ${codeInput(turnOff.code, faults)}
        ${formActions({ path: '/security', label: renew.keep }, { label: renew.button, look: 'primary' })}
        ${passkeyButton(passkey, { label: context.words.passkeys.use }, context)}
      </form>`,
  })
}

/** Shows the recovery codes, only once. */
function showRecoveryCodes(visit: Visit, codes: readonly RecoveryCode[], which: 'first' | 'renewed'): void {
  const { made, renew } = visit.context().words.secondFactor
  const isRenewed = which === 'renewed'
  visit.show({
    title: isRenewed ? renew.made : made.title,
    section: 'other',
    isShownOnce: true,
    address: '/security',
    body: html`${isRenewed && html`<p>${renew.ended}</p>`}
      <p>${made.keep}</p>
      <p>${made.each}</p>
      <ul id="recovery-codes">
        ${codes.map((code) => html`<li class="mono">${showRecoveryCode(code)}</li>`)}
      </ul>
      <p class="block"><a class="button primary" href="/security">${made.done}</a></p>`,
  })
}
