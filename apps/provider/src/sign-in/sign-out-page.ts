import { END_SESSION_PATH } from '@counterfoil/oauth/endpoints'
import type { ClientId, UserId } from '@counterfoil/oauth/ids'
import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import type { ApplicationStore } from '#applications/application-store.ts'
import { html, type Html } from '#html/html.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { csrfField, formActions } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { type BrowserAccount, signedInAccounts } from '#users/browser-session.ts'

interface SignOutParts {
  readonly sessions: Pick<BrowserSessionStore, 'signOut' | 'end'>
  readonly applications: Pick<ApplicationStore, 'findByClientId'>
  /** Returns the application that this person connected last, to name it on the page after signing out. */
  readonly lastAppName: (userId: UserId) => Promise<string | undefined>
}

/** Adds signing out, by the person or by an application that ends the browser's session. */
export function addSignOutPages(pages: PageRouter, deps: SignOutParts): void {
  const { sessions } = deps

  pages.get('/sign-out', async (visit) => {
    const accounts = signedInAccounts(await visit.session())
    if (accounts.length === 0) return showSignedOut(visit)
    await showSignOut(visit, accounts)
  })

  pages.post('/sign-out', async (visit) => {
    if (!(await visit.isOwnForm('sign-out'))) return
    const session = await visit.session()
    const accounts = signedInAccounts(session)
    const wanted = visit.field('account')
    const leaving = accounts.filter((account) => wanted === 'all' || account.userId === wanted)
    // The list was shown before somebody else signed in: show it again, because nobody was signed out.
    if (leaving.length === 0 && accounts.length > 0) return visit.seeOther('/sign-out')
    const appName = leaving[0] === undefined ? undefined : await deps.lastAppName(leaving[0].userId)
    for (const account of leaving)
      if (session.id !== undefined) await sessions.signOut(session.id, account.userId)
    forgetPages(visit)
    showSignedOut(visit, appName)
  })

  addEndSession(pages, deps)
}

/**
 * Adds the end of a browser session requested by an application. The person confirms, and is redirected only to an address that the
 * application has registered, by the rule of redirect addresses. Access of applications is unaffected.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
function addEndSession(pages: PageRouter, { applications, sessions }: SignOutParts): void {
  pages.get(END_SESSION_PATH, async (visit) => {
    const fields = readFields(visit.query)
    const found = await findTarget(applications, fields)
    if (found === undefined) return visit.sendErrorPage({ kind: 'bad_link' })
    const accounts = signedInAccounts(await visit.session())
    if (accounts.length === 0) return leave(visit, found.target)
    await showEndSession(visit, { accounts, fields, target: found.target })
  })

  pages.post(END_SESSION_PATH, async (visit) => {
    const found = await findTarget(applications, readFields(visit.field))
    if (found === undefined) return visit.sendErrorPage({ kind: 'bad_link' })
    if (!(await visit.isOwnForm('end-session'))) return
    const session = await visit.session()
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
  if (target === undefined) showSignedOut(visit)
  else visit.seeOther(target)
}

/** The parameters of an end-session request, which the form posts again; empty if they were not sent. */
type EndSessionFields = ReturnType<typeof readFields>

function readFields(read: (name: string) => string | undefined) {
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

/** Shows the signed-in accounts, with a sign-out button for each and one for all. */
async function showSignOut(visit: Visit, accounts: readonly BrowserAccount[]): Promise<void> {
  const { signIn, frame } = visit.context().words
  const { signOut } = signIn
  visit.show({
    title: signOut.title,
    section: 'other',
    body: html`<p>${signOut.separate}</p>
      <form method="post" action="/sign-out" class="block">
        ${csrfField(await visit.token('sign-out'))}
        <ul class="cards">
          ${accounts.map(
            (account) =>
              html`<li class="split">
                ${nameOf(account)}
                <button class="button" name="account" value="${account.userId}">
                  ${frame.signOut}<span class="unseen"> ${shownName(account.name)}</span>
                </button>
              </li>`,
          )}
        </ul>
        ${
          accounts.length > 1 &&
          html`<p class="block">
            <button class="button primary full" name="account" value="all">${signOut.all}</button>
          </p>`
        }
      </form>`,
  })
}

function nameOf({ name, email }: BrowserAccount): Html {
  return html`<p><b>${shownName(name)}</b><br /><span class="hint">${email}</span></p>`
}

/** Asks for confirmation before a session is ended for an application: lists the accounts, with one button for all. */
async function showEndSession(
  visit: Visit,
  {
    accounts,
    fields,
    target,
  }: {
    readonly accounts: readonly BrowserAccount[]
    readonly fields: EndSessionFields
    readonly target: string | undefined
  },
): Promise<void> {
  const csrf = await visit.token('end-session')
  const { signIn, frame } = visit.context().words
  const { signOut } = signIn
  const label = accounts.length > 1 ? signOut.all : frame.signOut
  visit.show({
    title: signOut.title,
    section: 'other',
    formRedirectOrigin: target && formActionSource(target),
    body: html`<p>${signOut.separate}</p>
      <ul class="cards">
        ${accounts.map((account) => html`<li>${nameOf(account)}</li>`)}
      </ul>
      <form method="post" action="${END_SESSION_PATH}" class="block">
        ${csrfField(csrf)}
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${formActions({ path: '/connected-apps', label: signOut.stay }, { label, look: 'primary' })}
      </form>`,
  })
}

/** Confirms the sign-out, and explains that it does not disconnect any application (A9). */
function showSignedOut(visit: Visit, appName?: string): void {
  const { signIn, frame } = visit.context().words
  const words = signIn.signedOut
  visit.show({
    title: words.title,
    body: html`<p>${words.body(appName === undefined ? undefined : shownName(appName))}</p>
      <p class="block row">
        <a class="button primary" href="/connected-apps">${frame.connectedApps}</a>
        <a class="tall" href="/sign-in">${frame.signIn}</a>
      </p>`,
  })
}
