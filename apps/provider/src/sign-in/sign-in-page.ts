import { shownName } from '#pages/shown-name.ts'
import { html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, faultAttributes, fieldFault, problemSummary, type Fault } from '#pages/partials.ts'
import { clockTime } from '#pages/error-page.ts'

export type SignInView = {
  /** Where the form is posted. */
  readonly action: string
  readonly csrf: string
  readonly email: string
  /** Who brought the person here, when an application did. */
  readonly app: { readonly name: string; readonly host: string } | undefined
  /** The account whose session ended: its email is filled in, and changeable. */
  readonly isSignedOutAccount: boolean
  readonly fault: 'none' | 'no_match' | { readonly missing: readonly ('email' | 'password')[] }
  /** Where to after signing in, outside a request. */
  readonly returnTo: string | undefined
  readonly formRedirectOrigin: string | undefined
  readonly timeLeft: HtmlValue
  /** Where to look again when somebody comes back to this page: they may have signed in in another tab. */
  readonly recheckPath: string | undefined
}

/** A1. */
export function signInPage(view: SignInView, context: PageContext): Page {
  const { signIn: words } = context.words
  const faults = faultsOf(view.fault, context)
  return {
    title: words.title,
    status: faults.length > 0 ? 422 : 200,
    hasProblem: faults.length > 0,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`${problemSummary(faults, context)}
      <h1>${words.title}</h1>
      ${view.app !== undefined && html`<p class="lede">${words.toContinue(shownName(view.app.name), view.app.host)}</p>`}
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
        ${emailField(view, faults, context)} ${passwordField(view, faults, context)}
        <button class="button primary full">${words.button}</button>
      </form>
      ${forgotLink(view, context)} ${view.timeLeft}`,
  }
}

/** Only where mail goes out: a link that leads nowhere is a promise. It comes back to the page it stands on. */
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

type ShowField = (view: SignInView, faults: readonly Fault[], context: PageContext) => HtmlValue

const emailField: ShowField = (view, faults, { words: { signIn: words } }) =>
  html`<div class="field">
    <label for="email">${words.email}</label>
    ${fieldFault('email', faults)}
    <input
      class="input"
      id="email"
      name="email"
      type="email"
      inputmode="email"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      value="${view.email}"
      ${faultAttributes('email', faults)}
      ${view.email === '' && html`data-first`}
    />
  </div>`

const passwordField: ShowField = (view, faults, { words: { signIn: words } }) =>
  html`<div class="field">
    <label for="password">${words.password}</label>
    ${fieldFault('password', faults)}
    <div class="with-button">
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        ${faultAttributes('password', faults)}
        ${view.email !== '' && html`data-first`}
      />
      <button
        class="button"
        type="button"
        hidden
        data-show="password"
        data-hide="${words.hide}"
        aria-pressed="false"
      >
        ${words.show}
      </button>
    </div>
  </div>`

function faultsOf(fault: SignInView['fault'], { words }: PageContext): readonly Fault[] {
  if (fault === 'none') return []
  if (fault === 'no_match') return [{ fieldId: 'email', message: words.signIn.noMatch }]
  const messages = { email: words.signIn.enterEmail, password: words.signIn.enterPassword }
  return fault.missing.map((field) => ({ fieldId: field, message: messages[field] }))
}

/** A1, too many tries. */
export function tooManyTriesPage(untilMs: number, backPath: string, context: PageContext): Page {
  const { tooMany } = context.words.signIn
  return {
    title: tooMany.title,
    status: 429,
    body: html`<h1>${tooMany.title}</h1>
      <p>${tooMany.body(clockTime(untilMs, context))}</p>
      <p>${tooMany.safe}</p>
      <p class="block"><a class="button" href="${backPath}">${tooMany.again}</a></p>
      ${forgotLink({ action: backPath, returnTo: undefined }, context)}`,
  }
}
