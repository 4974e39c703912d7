import { END_SESSION_PATH } from '@counterfoil/oauth/endpoints'
import { shownName } from '#pages/shown-name.ts'
import { html } from '#html/html.ts'
import { passwordField, usernameOfPassword } from '#pages/account-fields.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import { csrfField } from '#pages/partials.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

/** Who is signed in here, with a button for each and one for all. */
export function signOutPage(
  view: { readonly accounts: readonly BrowserAccount[]; readonly csrf: string },
  context: PageContext,
): Page {
  const { signOut } = context.words.signIn
  return {
    title: signOut.title,
    status: 200,
    section: 'other',
    body: html`<h1>${signOut.title}</h1>
      <p>${signOut.separate}</p>
      <form method="post" action="/sign-out" class="block">
        ${csrfField(view.csrf)}
        <ul class="cards">
          ${view.accounts.map(
            (account) =>
              html`<li class="split">
                <p><b>${shownName(account.name)}</b><br /><span class="hint">${account.email}</span></p>
                <button class="button" name="account" value="${account.userId}">
                  ${context.words.frame.signOut}<span class="unseen"> ${shownName(account.name)}</span>
                </button>
              </li>`,
          )}
        </ul>
        ${
          view.accounts.length > 1 &&
          html`<p class="block">
            <button class="button primary full" name="account" value="all">${signOut.all}</button>
          </p>`
        }
      </form>`,
  }
}

/** Where an end of the session leads, as the form posts it again; empty texts where the application sent none. */
export type EndSessionFields = {
  readonly client_id: string
  readonly post_logout_redirect_uri: string
  readonly state: string
}

/** Asks before the session that an application wants to end is ended: who is signed in here, one button for all. */
export function endSessionPage(
  view: {
    readonly accounts: readonly BrowserAccount[]
    readonly fields: EndSessionFields
    readonly csrf: string
    readonly formRedirectOrigin: string | undefined
  },
  context: PageContext,
): Page {
  const { signOut } = context.words.signIn
  return {
    title: signOut.title,
    status: 200,
    section: 'other',
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`<h1>${signOut.title}</h1>
      <p>${signOut.separate}</p>
      <ul class="cards">
        ${view.accounts.map(
          ({ name, email }) =>
            html`<li>
              <p><b>${shownName(name)}</b><br /><span class="hint">${email}</span></p>
            </li>`,
        )}
      </ul>
      <form method="post" action="${END_SESSION_PATH}" class="block">
        ${csrfField(view.csrf)}
        ${Object.entries(view.fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <div class="actions">
          <a class="button" href="/connected-apps">${signOut.stay}</a>
          <button class="button primary">
            ${view.accounts.length > 1 ? signOut.all : context.words.frame.signOut}
          </button>
        </div>
      </form>`,
  }
}

/** A9. Signing out does not disconnect anything, and says so. */
export function signedOutPage(appName: string | undefined, context: PageContext): Page {
  const words = context.words.signIn.signedOut
  return {
    title: words.title,
    status: 200,
    body: html`<h1>${words.title}</h1>
      <p>${words.body(appName === undefined ? undefined : shownName(appName))}</p>
      <p class="block row">
        <a class="button primary" href="/connected-apps">${context.words.frame.connectedApps}</a>
        <a class="tall" href="/sign-in">${context.words.frame.signIn}</a>
      </p>`,
  }
}

export type ConfirmPasswordView = {
  readonly email: string
  readonly returnTo: string
  readonly csrf: string
  readonly fault: 'none' | 'missing' | 'wrong' | 'passkey_refused'
  /** What to ask the browser for in the place of the password; undefined where the account has no passkey. */
  readonly passkey: string | undefined
}

/** A13: the password again, before something that cannot be undone. */
export function confirmPasswordPage(view: ConfirmPasswordView, context: PageContext): Page {
  const { confirm, password, enterPassword } = context.words.signIn
  const messages = {
    missing: enterPassword,
    wrong: confirm.wrong,
    passkey_refused: context.words.passkeys.refused,
  }
  const faults = view.fault === 'none' ? [] : [{ fieldId: 'password', message: messages[view.fault] }]
  return formPage(
    {
      title: confirm.title,
      usesPasskeys: view.passkey !== undefined,
      faults,
      section: 'other',
      body: html`<p>${confirm.body(view.email)}</p>
        <form method="post" action="/confirm-password" novalidate class="block">
          ${csrfField(view.csrf)}
          <input type="hidden" name="return_to" value="${view.returnTo}" />
          ${usernameOfPassword(view.email)}
          ${passwordField({ label: password, autocomplete: 'current-password', faults, isFirst: true }, context)}
          <div class="actions">
            <a class="button" href="/connected-apps">${confirm.keep}</a>
            <button class="button primary">${confirm.button}</button>
          </div>
          ${passkeyButton({ options: view.passkey, label: context.words.passkeys.use }, context)}
        </form>`,
    },
    context,
  )
}
