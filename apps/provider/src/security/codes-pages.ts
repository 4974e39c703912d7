import { type HtmlValue, html } from '#html/html.ts'
import { passwordField, usernameOfPassword } from '#pages/account-fields.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { type Fault, csrfField, faultAttributes, fieldFault } from '#pages/partials.ts'
import type { RecoveryCode } from '@counterfoil/oauth/ids'
import { showRecoveryCode } from '#second-factor/recovery-code.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import { qrCode } from './qr-code.ts'

/** The key, as a picture and as text, and a first code that shows the app has it. */
export function setUpPage(
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

/** A code first: anyone who only found the browser open gets no codes of their own. */
export function renewCodesPage(
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

/** The recovery codes, this once. */
export function codesMadePage(
  view: { readonly codes: readonly RecoveryCode[]; readonly replaceOlder: boolean },
  context: PageContext,
): Page {
  const { made, renew } = context.words.secondFactor
  const title = view.replaceOlder ? renew.made : made.title
  return {
    title,
    status: 200,
    section: 'other',
    isShownOnce: true,
    address: '/security',
    body: html`<h1>${title}</h1>
      ${view.replaceOlder && html`<p>${renew.ended}</p>`}
      <p>${made.keep}</p>
      <p>${made.each}</p>
      <ul id="recovery-codes">
        ${view.codes.map((code) => html`<li class="mono">${showRecoveryCode(code)}</li>`)}
      </ul>
      <p class="block"><a class="button primary" href="/security">${made.done}</a></p>`,
  }
}

/** Password and code together: neither alone turns it off. */
export function turnOffPage(
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
export function turnedOffPage(context: PageContext): Page {
  const { page: words } = context.words.secondFactor
  return {
    title: words.wasOff,
    status: 200,
    section: 'other',
    body: html`<h1>${words.wasOff}</h1>
      <p class="block"><a class="button" href="/security">${words.title}</a></p>`,
  }
}

/** What is wrong with a code, or with the passkey that was used in its place. */
export type CodeFault = 'none' | 'missing' | 'wrong' | 'passkey_refused'

function codeFaults(fault: CodeFault, { words }: PageContext): readonly Fault[] {
  const { missing, wrong } = words.secondFactor.ask
  const messages = { missing, wrong, passkey_refused: words.passkeys.refused }
  return fault === 'none' ? [] : [{ fieldId: 'code', message: messages[fault] }]
}

function codeInput(label: string, faults: readonly Fault[]): HtmlValue {
  return html`<div class="field">
    <label for="code">${label}</label>
    ${fieldFault('code', faults)}
    <input
      class="input mono"
      id="code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      ${faultAttributes('code', faults)}
    />
  </div>`
}
