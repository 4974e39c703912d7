import type { UserId } from '@counterfoil/oauth/ids'
import { formatCookie } from '@counterfoil/service/http/cookies'
import type { Router } from 'express'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { type BusinessAccess, mayLookAfterApps } from '#businesses/business-access.ts'
import { html, type Html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import { cookieName, LANGUAGE_COOKIE } from '#http/cookies.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount } from '#users/browser-session.ts'
import { type PageLocale, parsePageLocale } from '#words/locale.ts'

const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

/** Serves home, help, privacy, and the language switch. */
export function createSiteRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly accounts: { setLocale(userId: UserId, locale: PageLocale): Promise<void> }
}): Router {
  const { responder } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const pages = createPageRoutes(responder)
  const personIn = async ({ req }: Visit) => currentAccount(await sessionOf(req))

  pages.get('/', async (visit) => {
    const account = await personIn(visit)
    const all = account === undefined ? [] : await deps.businessAccess.listFor(account.userId)
    visit.render(homePage, { name: account?.name, businesses: all.filter(({ isArchived }) => !isArchived) })
  })

  for (const name of ['help', 'privacy'] as const) {
    pages.get(`/${name}`, async (visit) => {
      const { words } = visit.context()
      visit.show(textPage(words.site[name], (await personIn(visit)) !== undefined))
    })
  }

  // A harmless preference: the origin check suffices, and it works in browsers that keep no session cookie. For a signed-in account
  // it also sets the language of its mails.
  pages.post('/language', async (visit) => {
    const locale = parsePageLocale(visit.field('lang'))
    if (locale !== undefined) {
      const account = await personIn(visit)
      if (account !== undefined) await deps.accounts.setLocale(account.userId, locale)
      const rules = { isSecure: responder.isSecure, maxAgeSeconds: LANGUAGE_COOKIE_SECONDS }
      const cookie = { name: cookieName(LANGUAGE_COOKIE, rules.isSecure), value: locale }
      visit.res.append('Set-Cookie', formatCookie(cookie, rules))
    }
    visit.seeOther(parseLocalPath(visit.field('return_to')) ?? '/')
  })

  return pages.router
}

type OwnBusiness = Pick<BusinessAccess, 'businessId' | 'name' | 'role'>

/** Renders the home page. */
function homePage(
  view: {
    readonly name: string | undefined
    readonly businesses: readonly OwnBusiness[]
  },
  context: PageContext,
): Page {
  const { site, frame, secondFactor } = context.words
  const { home } = site
  if (view.name === undefined) {
    return {
      title: home.title,
      status: 200,
      body: html`<h1>${home.title}</h1>
        <p class="lede">${home.lede}</p>
        <p class="block"><a class="button primary" href="/sign-in">${home.signIn}</a></p>`,
    }
  }
  const security = ['/security', secondFactor.page.title, secondFactor.page.home] as const
  const links = [
    ['/connected-apps', frame.connectedApps, home.apps],
    ['/plans', frame.plans, home.plans],
    ['/messages', context.words.messages.title, context.words.messages.lede],
    ['/developers', frame.developers, home.developers],
    security,
  ] as const
  return {
    title: home.hello(shownName(view.name)),
    status: 200,
    section: 'home',
    body: html`<h1>${home.hello(shownName(view.name))}</h1>
      <p class="lede">${home.lede}</p>
      <section>
        <h2>${home.yours}</h2>
        ${
          view.businesses.length === 0
            ? html`<p>${home.none}</p>`
            : html`<ul>
                ${view.businesses.map((business) => businessRow(business, context))}
              </ul>`
        }
      </section>
      <div class="choices block">
        ${links.map(
          ([path, name, what]) =>
            html`<a class="choice go" href="${path}">
              <span class="stack"><b>${name}</b><span class="hint">${what}</span></span>
              ${ARROW_ICON}
            </a>`,
        )}
      </div>`,
  }
}

function businessRow({ businessId, name, role }: OwnBusiness, { words }: PageContext): Html {
  const { title } = words.site.details
  return html`<li>
    ${shownName(name)}
    ${
      mayLookAfterApps(role) &&
      html`<a class="tall" href="/businesses/${businessId}/payment-details"
        >${title}<span class="unseen">: ${shownName(name)}</span></a
      >`
    }
  </li>`
}

/** Renders help or privacy: a heading and short sections. */
function textPage(
  text: {
    readonly title: string
    /** The sections by their id, which is an anchor in the page. */
    readonly sections: Readonly<Record<string, { readonly title: string; readonly body: string }>>
  },
  isSignedIn: boolean,
): Page {
  return {
    title: text.title,
    status: 200,
    section: isSignedIn ? 'other' : undefined,
    body: html`<h1>${text.title}</h1>
      ${Object.entries(text.sections).map(
        ([id, section]) =>
          html`<section id="${id}">
            <h2>${section.title}</h2>
            <p>${section.body}</p>
          </section>`,
      )}`,
  }
}
