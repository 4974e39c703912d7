import { html, type HtmlValue } from '#html/html.ts'
import { csrfField, type Fault, faultAttributes, fieldFault, formPage } from '#pages/partials.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { canPasskeyField, passkeyButton } from '#passkeys/passkey-button.ts'
import { shownName } from '#pages/shown-name.ts'

/** The kind of code: from an app, or a recovery code. */
export type CodeWay = 'app' | 'recovery'

export type SecondStepView = {
  /** The path to which the form is posted. */
  readonly action: string
  readonly csrf: string
  readonly email: string
  readonly way: CodeWay
  readonly fault: 'none' | 'missing' | 'wrong' | 'passkey_refused'
  /** The WebAuthn request options as JSON; undefined if the account has no passkey. */
  readonly passkey: string | undefined
  readonly app: { readonly name: string; readonly host: string } | undefined
  /** The path to go on to after signing in; undefined inside an authorization request. */
  readonly returnTo: string | undefined
  /** The path of the password page. */
  readonly signInPath: string
  readonly formRedirectOrigin: string | undefined
  readonly timeLeft: HtmlValue
}

/** Renders the page of the second factor (A1). */
export function secondStepPage(view: SecondStepView, context: PageContext): Page {
  const { ask } = context.words.secondFactor
  const faults = codeFaults(view, context)
  const isApp = view.way === 'app'
  const title = isApp ? ask.title : ask.recoveryTitle
  return formPage(
    {
      title,
      faults,
      formRedirectOrigin: view.formRedirectOrigin,
      usesPasskeys: true,
      body: html`${
          view.app !== undefined &&
          html`<p class="lede">
            ${context.words.signIn.toContinue(shownName(view.app.name), view.app.host)}
          </p>`
        }
        <p>${ask.forAccount(view.email)}</p>
        <form method="post" action="${view.action}" novalidate class="block">
          ${csrfField(view.csrf)}
          <input type="hidden" name="zone" />
          <input type="hidden" name="way" value="${view.way}" />
          ${view.returnTo !== undefined && html`<input type="hidden" name="return_to" value="${view.returnTo}" />`}
          ${view.passkey === undefined && canPasskeyField()} ${codeField(view.way, faults, context)}
          <button class="button primary full">${ask.button}</button>
          ${passkeyButton({ options: view.passkey, label: context.words.passkeys.use }, context)}
        </form>
        <p class="block row">
          <a class="tall" href="${otherWay(view)}">${isApp ? ask.other : ask.otherApp}</a>
          <a class="tall" href="${view.signInPath}">${ask.back}</a>
        </p>
        ${!isApp && html`<p class="hint">${ask.noWay}</p>`} ${view.timeLeft}`,
    },
    context,
  )
}

/** Renders the field of a code, with the autofill of browsers (`one-time-code`). */
function codeField(way: CodeWay, faults: readonly Fault[], { words }: PageContext): HtmlValue {
  const { ask } = words.secondFactor
  const isApp = way === 'app'
  return html`<div class="field">
    <label for="code">${isApp ? ask.label : ask.recoveryLabel}</label>
    <p class="hint" id="code-hint">${isApp ? ask.hint : ask.recoveryHint}</p>
    ${fieldFault('code', faults)}
    <input
      class="input mono"
      id="code"
      name="code"
      autocomplete="${isApp ? 'one-time-code' : 'off'}"
      inputmode="${isApp ? 'numeric' : 'text'}"
      autocapitalize="none"
      spellcheck="false"
      data-first
      ${faultAttributes('code', faults, { hasHint: true })}
    />
  </div>`
}

function codeFaults({ fault, way }: SecondStepView, { words }: PageContext): readonly Fault[] {
  const { ask } = words.secondFactor
  if (fault === 'none') return []
  if (fault === 'passkey_refused') return [{ fieldId: 'code', message: words.passkeys.refused }]
  const wrong = way === 'app' ? ask.wrong : ask.wrongRecovery
  return [{ fieldId: 'code', message: fault === 'missing' ? ask.missing : wrong }]
}

function otherWay({ action, way, returnTo }: SecondStepView): string {
  const query = new URLSearchParams({
    ...(way === 'app' ? { way: 'recovery' } : {}),
    ...(returnTo === undefined ? {} : { return_to: returnTo }),
  }).toString()
  return query === '' ? action : `${action}?${query}`
}
