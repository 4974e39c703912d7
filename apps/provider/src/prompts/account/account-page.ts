import type { UserId } from '@counterfoil/oauth/ids'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import { sessionFor, signedInAccounts } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'

/** Adds the choice of an account inside an authorization request (A2): a list of buttons, one press chooses. */
export function addAccountPage(
  pages: PageRouter,
  deps: {
    readonly requests: RequestOpener
    readonly sessions: Pick<BrowserSessionStore, 'makeCurrent'>
    readonly pendingAuthorizations: Pick<PendingAuthorizationStore, 'chooseAccount'>
    readonly countBusinesses: (userId: UserId) => Promise<number>
  },
): void {
  const { requests } = deps

  pages.opening(requests.open).get('/authorize/:handle/accounts', async (visit, request) => {
    const path = `/authorize/${handleOf(visit)}`
    const { accounts } = sessionFor(request, await visit.session())
    if (accounts.length === 0) return visit.seeOther(`${path}/sign-in`)
    const counts = await Promise.all(accounts.map(({ userId }) => deps.countBusinesses(userId)))
    const csrf = await visit.token('accounts', handleOf(visit))
    const words = visit.context().words.signIn
    const app = appOf(request)
    const choices = accounts.map(({ userId, name, email, isSignedIn }, index) => {
      const state = isSignedIn ? words.businesses(counts[index] ?? 0) : words.signedOutAccount
      return html`<button class="choice go" name="${isSignedIn ? 'account' : 'sign_in_as'}" value="${userId}">
        <span class="stack">
          <b>${shownName(name)}</b>
          ${(name !== email || !isSignedIn) && html`<span class="hint">${email}</span>`}
          <span class="hint">${state}</span>
        </span>
        ${ARROW_ICON}
      </button>`
    })
    visit.show({
      title: words.which,
      formRedirectOrigin: redirectOriginFor(request),
      body: html`<p class="lede">${words.toContinue(shownName(app.name), app.host)}</p>
        <form method="post" action="${path}/accounts" class="block">
          ${csrfField(csrf)}
          <div class="choices">${choices}</div>
          <p class="block"><button class="button full" name="another" value="1">${words.another}</button></p>
        </form>`,
    })
  })

  pages.post('/authorize/:handle/accounts', async (visit) => {
    const handle = handleOf(visit)
    if (!(await visit.isOwnForm('accounts', handle))) return
    const request = await requests.open(visit)
    if (request === undefined) return
    const session = sessionFor(request, await visit.session())
    const signInAs = session.accounts.findIndex((account) => account.userId === visit.field('sign_in_as'))
    const chosen = signedInAccounts(session).find((account) => account.userId === visit.field('account'))
    if (chosen === undefined || session.id === undefined)
      return visit.seeOther(`/authorize/${handle}/sign-in?as=${signInAs < 0 ? 'other' : signInAs}`)
    await deps.pendingAuthorizations.chooseAccount(request.id, chosen.userId)
    await deps.sessions.makeCurrent(session.id, chosen.userId)
    visit.seeOther(`/authorize/${handle}/continue`)
  })
}
