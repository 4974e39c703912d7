import { html } from '#html/html.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import {
  csrfField,
  formActions,
  hiddenField,
  passkeyButton,
  passwordField,
  usernameOfPassword,
} from '#pages/partials.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { type BrowserAccount, currentAccount } from '#users/browser-session.ts'
import { showTooManyTries } from './sign-in-page.ts'
import type { SignInService } from './sign-in-responder.ts'

interface ConfirmParts {
  readonly sessions: Pick<BrowserSessionStore, 'confirmPassword'>
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
}

/** Adds the confirmation by password or passkey before actions that cannot be undone (A13). */
export function addConfirmPasswordPage(pages: PageRouter, deps: ConfirmParts): void {
  const { sessions, signIns } = deps

  pages.get('/confirm-password', async (visit) => {
    const account = currentAccount(await visit.session())
    const returnTo = parseLocalPath(visit.query('return_to')) ?? '/'
    if (account === undefined) return visit.seeOther(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)
    await show(deps, visit, account, { returnTo, fault: 'none' })
  })

  pages.post('/confirm-password', async (visit) => {
    const returnTo = parseLocalPath(visit.field('return_to')) ?? '/'
    const session = await visit.session()
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
      case 'no_match':
        return show(deps, visit, account, { returnTo, fault: outcome.kind })
      case 'blocked':
        return showTooManyTries(visit, outcome.untilMs, '/connected-apps')
      case 'disabled':
        return visit.sendErrorPage({ kind: 'not_allowed' })
    }
  })
}

type ConfirmForm = {
  readonly returnTo: string
  readonly fault: 'none' | 'missing' | 'no_match' | 'passkey_refused'
}

async function show(
  { passkeys }: ConfirmParts,
  visit: Visit,
  { userId, email }: BrowserAccount,
  { returnTo, fault }: ConfirmForm,
): Promise<void> {
  const csrf = await visit.token('confirm-password', userId)
  const passkey = await passkeys.requestOptions(visit, userId)
  const context = visit.context()
  const { confirm, password, enterPassword } = context.words.signIn
  const { refused, use } = context.words.passkeys
  const messages = { missing: enterPassword, no_match: confirm.wrong, passkey_refused: refused }
  const faults = fault === 'none' ? [] : [{ fieldId: 'password', message: messages[fault] }]
  visit.show({
    title: confirm.title,
    usesPasskeys: passkey !== undefined,
    faults,
    section: 'other',
    body: html`<p>${confirm.body(email)}</p>
      <form method="post" action="/confirm-password" novalidate class="block">
        ${csrfField(csrf)} ${hiddenField('return_to', returnTo)} ${usernameOfPassword(email)}
        ${passwordField({ label: password, autocomplete: 'current-password', faults, isFirst: true }, context)}
        ${formActions({ path: '/connected-apps', label: confirm.keep }, { label: confirm.button, look: 'primary' })}
        ${passkeyButton(passkey, { label: use }, context)}
      </form>`,
  })
}
