import type { Router } from 'express'
import { html } from '#html/html.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { csrfField, formPage, passwordField, usernameOfPassword } from '#pages/partials.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { type BrowserAccount, currentAccount } from '#users/browser-session.ts'
import { createSessionReader } from './session-responder.ts'
import { tooManyTriesPage } from './sign-in-page.ts'
import type { SignInService } from './sign-in-responder.ts'

/** Serves the confirmation by password or passkey before actions that cannot be undone. */
export function createConfirmPasswordRoutes({
  responder,
  sessions,
  signIns,
  passkeys,
}: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
}): Router {
  const sessionOf = createSessionReader(responder, sessions)
  const pages = createPageRoutes(responder)

  pages.get('/confirm-password', async (visit) => {
    const account = currentAccount(await sessionOf(visit.req))
    const returnTo = parseLocalPath(visit.query('return_to')) ?? '/'
    if (account === undefined) return visit.seeOther(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)
    await show(visit, account, { returnTo, fault: 'none' })
  })

  pages.post('/confirm-password', async (visit) => {
    const returnTo = parseLocalPath(visit.field('return_to')) ?? '/'
    const session = await sessionOf(visit.req)
    const account = currentAccount(session)
    if (account === undefined || session.id === undefined)
      return visit.seeOther(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)
    if (!(await visit.isOwnForm('confirm-password', account.userId))) return
    const outcome = await signIns.confirm(visit, account)
    switch (outcome.kind) {
      case 'signed_in':
      case 'right':
        await sessions.confirmPassword(session.id, account.userId)
        return visit.seeOther(returnTo)
      case 'missing':
      case 'passkey_refused':
        return show(visit, account, { returnTo, fault: outcome.kind })
      case 'no_match':
        return show(visit, account, { returnTo, fault: 'wrong' })
      case 'blocked':
        return visit.show(tooManyTriesPage(outcome.untilMs, '/connected-apps', visit.context()))
      case 'disabled':
        return visit.sendErrorPage({ kind: 'not_allowed' })
    }
  })

  async function show(
    visit: Visit,
    { userId, email }: BrowserAccount,
    form: Pick<ConfirmPasswordView, 'returnTo' | 'fault'>,
  ): Promise<void> {
    const csrf = await visit.token('confirm-password', userId)
    const passkey = await passkeys.requestOptions(visit, userId)
    visit.render(confirmPasswordPage, { ...form, email, csrf, passkey })
  }

  return pages.router
}

type ConfirmPasswordView = {
  readonly email: string
  readonly returnTo: string
  readonly csrf: string
  readonly fault: 'none' | 'missing' | 'wrong' | 'passkey_refused'
  /** The WebAuthn request options as JSON; undefined if the account has no passkey. */
  readonly passkey: string | undefined
}

/** Renders the confirmation by password before an action that cannot be undone (A13). */
function confirmPasswordPage(view: ConfirmPasswordView, context: PageContext): Page {
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
