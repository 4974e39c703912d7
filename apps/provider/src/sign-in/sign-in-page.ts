import { shownName } from '#pages/shown-name.ts'
import { html, type HtmlValue } from '#html/html.ts'
import { canPasskeyField, passkeyButton } from '#passkeys/passkey-button.ts'
import { csrfField, emailField, type Fault, formPage, passwordField } from '#pages/partials.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { clockTime } from '#pages/error-page.ts'

export type SignInView = {
  /** The path to which the form is posted. */
  readonly action: string
  readonly csrf: string
  readonly email: string
  /** The application that sent the person here; undefined if none did. */
  readonly app: { readonly name: string; readonly host: string } | undefined
  /** True if `email` is an account whose session ended; the address can be changed. */
  readonly isSignedOutAccount: boolean
  readonly fault:
    'none' | 'no_match' | 'passkey_refused' | { readonly missing: readonly ('email' | 'password')[] }
  /** The WebAuthn request options as JSON; undefined if passkeys are unavailable. */
  readonly passkey: string | undefined
  /** The path to go on to after signing in; undefined inside an authorization request. */
  readonly returnTo: string | undefined
  readonly formRedirectOrigin: string | undefined
  readonly timeLeft: HtmlValue
  /** The path that is reloaded when somebody comes back to this page, because they may have signed in in another tab. */
  readonly recheckPath: string | undefined
}

/** Renders the sign-in page (A1). */
export function signInPage(view: SignInView, context: PageContext): Page {
  const { signIn: words } = context.words
  const faults = faultsOf(view.fault, context)
  return formPage(
    {
      title: words.title,
      faults,
      formRedirectOrigin: view.formRedirectOrigin,
      usesPasskeys: view.passkey !== undefined,
      body: html`${view.app !== undefined && html`<p class="lede">${words.toContinue(shownName(view.app.name), view.app.host)}</p>`}
        ${view.isSignedOutAccount && html`<p>${words.passwordAgain(view.email)}</p>`}
        <form
          method="post"
          action="${view.action}"
          novalidate
          class="block"
          ${view.recheckPath !== undefined && html`data-recheck="${view.recheckPath}"`}
        >
          ${csrfField(view.csrf)}
          <input type="hidden" name="zone" />
          ${view.returnTo !== undefined && html`<input type="hidden" name="return_to" value="${view.returnTo}" />`}
          ${view.passkey !== undefined && canPasskeyField()}
          ${emailField(
            {
              value: view.email,
              faults,
              isFirst: view.email === '',
              takesPasskey: view.passkey !== undefined,
            },
            context,
          )}
          ${passwordField(
            { label: words.password, autocomplete: 'current-password', faults, isFirst: view.email !== '' },
            context,
          )}
          <button class="button primary full">${words.button}</button>
          ${passkeyButton({ options: view.passkey, label: context.words.passkeys.signIn }, context)}
        </form>
        ${forgotLink(view, context)} ${view.timeLeft}`,
    },
    context,
  )
}

/** Renders the link to reset a password; nothing if mail cannot be sent. The reset page links back to this page. */
function forgotLink(
  { action, returnTo }: Pick<SignInView, 'action' | 'returnTo'>,
  context: PageContext,
): HtmlValue {
  if (!context.sendsMail) return undefined
  const back = returnTo === undefined ? action : `${action}?return_to=${encodeURIComponent(returnTo)}`
  return html`<p class="block">
    <a class="tall" href="/forgot-password?return_to=${encodeURIComponent(back)}"
      >${context.words.passwordReset.forgot.link}</a
    >
  </p>`
}

function faultsOf(fault: SignInView['fault'], { words }: PageContext): readonly Fault[] {
  if (fault === 'none') return []
  if (fault === 'passkey_refused') return [{ fieldId: 'email', message: words.passkeys.refused }]
  if (fault === 'no_match') return [{ fieldId: 'email', message: words.signIn.noMatch }]
  const messages = { email: words.signIn.enterEmail, password: words.signIn.enterPassword }
  return fault.missing.map((field) => ({ fieldId: field, message: messages[field] }))
}

/** Renders the page after too many attempts (A1). */
export function tooManyTriesPage(untilMs: number, backPath: string, context: PageContext): Page {
  const { tooMany } = context.words.signIn
  return {
    title: tooMany.title,
    status: 429,
    body: html`<h1>${tooMany.title}</h1>
      <p>${tooMany.body(clockTime(untilMs, context))}</p>
      <p>${tooMany.safe}</p>
      <p class="block"><a class="button" href="${backPath}">${tooMany.again}</a></p>
      ${context.sendsMail && html`<p class="block">${tooMany.mailed}</p>`}
      ${forgotLink({ action: backPath, returnTo: undefined }, context)}`,
  }
}
