import type { Router } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import { type BrowserAccount, sessionFor, signedInAccounts } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'

/** Serves the choice of an account inside an authorization request (A2). */
export function createAccountPromptRoutes({
  responder,
  requests,
  sessionOf,
  sessions,
  pendingAuthorizations,
  countBusinesses,
}: {
  readonly responder: PageResponder
  readonly requests: RequestOpener
  readonly sessionOf: SessionReader
  readonly sessions: Pick<BrowserSessionStore, 'makeCurrent'>
  readonly pendingAuthorizations: Pick<PendingAuthorizationStore, 'chooseAccount'>
  readonly countBusinesses: (userId: UserId) => Promise<number>
}): Router {
  const pages = createPageRoutes(responder)

  pages.opening(requests.open).get('/authorize/:handle/accounts', async (visit, request) => {
    const path = `/authorize/${handleOf(visit)}`
    const session = sessionFor(request, await sessionOf(visit.req))
    if (session.accounts.length === 0) return visit.seeOther(`${path}/sign-in`)
    const accounts = await Promise.all(
      session.accounts.map(async (account) => ({
        ...account,
        businessCount: await countBusinesses(account.userId),
      })),
    )
    visit.render(accountChoicePage, {
      action: `${path}/accounts`,
      csrf: await visit.token('accounts', handleOf(visit)),
      accounts,
      app: appOf(request),
      formRedirectOrigin: redirectOriginFor(request),
    })
  })

  pages.post('/authorize/:handle/accounts', async (visit) => {
    const handle = handleOf(visit)
    if (!(await visit.isOwnForm('accounts', handle))) return
    const request = await requests.open(visit)
    if (request === undefined) return
    const session = sessionFor(request, await sessionOf(visit.req))
    const signInAs = session.accounts.findIndex((account) => account.userId === visit.field('sign_in_as'))
    const chosen = signedInAccounts(session).find((account) => account.userId === visit.field('account'))
    if (chosen === undefined || session.id === undefined)
      return visit.seeOther(`/authorize/${handle}/sign-in?as=${signInAs < 0 ? 'other' : signInAs}`)
    await pendingAuthorizations.chooseAccount(request.id, chosen.userId)
    await sessions.makeCurrent(session.id, chosen.userId)
    visit.seeOther(`/authorize/${handle}/continue`)
  })

  return pages.router
}

type AccountChoiceView = {
  readonly action: string
  readonly csrf: string
  readonly accounts: readonly (BrowserAccount & { readonly businessCount: number })[]
  readonly app: { readonly name: string; readonly host: string }
  readonly formRedirectOrigin: string | undefined
}

/** Renders the accounts as a list of buttons; one press chooses (A2). */
function accountChoicePage(view: AccountChoiceView, context: PageContext): Page {
  const words = context.words.signIn
  const choices = view.accounts.map((account) =>
    account.isSignedIn
      ? html`<button class="choice go" name="account" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            ${account.name !== account.email && html`<span class="hint">${account.email}</span>`}
            <span class="hint">${words.businesses(account.businessCount)}</span>
          </span>
          ${ARROW_ICON}
        </button>`
      : html`<button class="choice go" name="sign_in_as" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            <span class="hint">${account.email}</span>
            <span class="hint">${words.signedOutAccount}</span>
          </span>
          ${ARROW_ICON}
        </button>`,
  )
  return {
    title: words.which,
    status: 200,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`<h1>${words.which}</h1>
      <p class="lede">${words.toContinue(shownName(view.app.name), view.app.host)}</p>
      <form method="post" action="${view.action}" class="block">
        ${csrfField(view.csrf)}
        <div class="choices">${choices}</div>
        <p class="block"><button class="button full" name="another" value="1">${words.another}</button></p>
      </form>`,
  }
}
