import type { Router } from 'express'
import { END_SESSION_PATH } from '@counterfoil/oauth/endpoints'
import type { ClientId, UserId } from '@counterfoil/oauth/ids'
import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import type { ApplicationStore } from '#applications/application-store.ts'
import { html } from '#html/html.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes, type PageRouter } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { signedInAccounts, type BrowserAccount } from '#users/browser-session.ts'
import { createSessionReader, type SessionReader } from './session-responder.ts'

interface SignOutParts {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly applications: Pick<ApplicationStore, 'findByClientId'>
  /** Returns the application that this person connected last, to name it on the page after signing out. */
  readonly lastAppName: (userId: UserId) => Promise<string | undefined>
}

/** Serves signing out, by the person or by an application that ends the browser's session. */
export function createSignOutRoutes(deps: SignOutParts): Router {
  const { responder, sessions } = deps
  const sessionOf = createSessionReader(responder, sessions)
  const pages = createPageRoutes(responder)

  pages.get('/sign-out', async (visit) => {
    const accounts = signedInAccounts(await sessionOf(visit.req))
    if (accounts.length === 0) return visit.render(signedOutPage, undefined)
    visit.render(signOutPage, { accounts, csrf: await visit.token('sign-out') })
  })

  pages.post('/sign-out', async (visit) => {
    if (!(await visit.isOwnForm('sign-out'))) return
    const session = await sessionOf(visit.req)
    const accounts = signedInAccounts(session)
    const wanted = visit.field('account')
    const leaving = accounts.filter((account) => wanted === 'all' || account.userId === wanted)
    // The list was shown before somebody else signed in: show it again, because nobody was signed out.
    if (leaving.length === 0 && accounts.length > 0) return visit.seeOther('/sign-out')
    const appName = leaving[0] === undefined ? undefined : await deps.lastAppName(leaving[0].userId)
    for (const account of leaving)
      if (session.id !== undefined) await sessions.signOut(session.id, account.userId)
    forgetPages(visit)
    visit.render(signedOutPage, appName)
  })

  addEndSession(pages, deps, sessionOf)

  return pages.router
}

/**
 * Serves the end of a browser session requested by an application. The person confirms, and is redirected only to an address that
 * the application has registered, by the rule of redirect addresses. Access of applications is unaffected.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
function addEndSession(
  pages: PageRouter,
  { applications, sessions }: SignOutParts,
  sessionOf: SessionReader,
): void {
  pages.get(END_SESSION_PATH, async (visit) => {
    const fields = readFields(visit.query)
    const found = await findTarget(applications, fields)
    if (found === undefined) return visit.sendErrorPage({ kind: 'bad_link' })
    const accounts = signedInAccounts(await sessionOf(visit.req))
    if (accounts.length === 0) return leave(visit, found.target)
    const csrf = await visit.token('end-session')
    const formRedirectOrigin = found.target && formActionSource(found.target)
    visit.render(endSessionPage, { accounts, fields, csrf, formRedirectOrigin })
  })

  pages.post(END_SESSION_PATH, async (visit) => {
    const found = await findTarget(applications, readFields(visit.field))
    if (found === undefined) return visit.sendErrorPage({ kind: 'bad_link' })
    if (!(await visit.isOwnForm('end-session'))) return
    const session = await sessionOf(visit.req)
    if (session.id !== undefined) await sessions.end(session.id)
    forgetPages(visit)
    leave(visit, found.target)
  })
}

/** Clears the browser's cache of our pages. */
function forgetPages({ res }: Visit): void {
  res.set('Clear-Site-Data', '"cache"')
}

function leave(visit: Visit, target: string | undefined): void {
  if (target === undefined) visit.render(signedOutPage, undefined)
  else visit.seeOther(target)
}

function readFields(read: (name: keyof EndSessionFields) => string | undefined): EndSessionFields {
  return {
    client_id: read('client_id') ?? '',
    post_logout_redirect_uri: read('post_logout_redirect_uri') ?? '',
    state: read('state') ?? '',
  }
}

/** Returns the address to redirect to with `state`, if one was requested. Undefined if it is not registered. */
async function findTarget(
  applications: SignOutParts['applications'],
  { client_id: clientId, post_logout_redirect_uri: address, state }: EndSessionFields,
): Promise<{ readonly target: string | undefined } | undefined> {
  if (address === '') return { target: undefined }
  const application = await applications.findByClientId(clientId as ClientId)
  if (application === undefined) return undefined
  if (judgeRedirectUri(address, application.redirectEntries).kind !== 'accepted') return undefined
  if (state === '') return { target: address }
  return { target: `${address}${address.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}` }
}

/** Renders the signed-in accounts, with a sign-out button for each and one for all. */
function signOutPage(
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

/** The parameters of an end-session request, which the form posts again; empty if they were not sent. */
type EndSessionFields = {
  readonly client_id: string
  readonly post_logout_redirect_uri: string
  readonly state: string
}

/** Asks for confirmation before a session is ended for an application: lists the accounts, with one button for all. */
function endSessionPage(
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

/** Confirms the sign-out, and explains that it does not disconnect any application (A9). */
function signedOutPage(appName: string | undefined, context: PageContext): Page {
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
