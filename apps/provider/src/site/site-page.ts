import { formatCookie } from '@counterfoil/service/http/cookies'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { type BusinessAccess, mayLookAfterApps } from '#businesses/business-access.ts'
import { html, type Html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import { cookieName, LANGUAGE_COOKIE } from '#http/cookies.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import { type BrowserAccount, currentAccount } from '#users/browser-session.ts'
import type { AccountStore } from '#users/user-store.ts'
import { parsePageLocale } from '#words/words.ts'

const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

/** Adds home, help, privacy, and the language switch. */
export function addSitePages(
  pages: PageRouter,
  deps: {
    readonly responder: Pick<PageResponder, 'isSecure'>
    readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
    readonly accounts: Pick<AccountStore, 'setLocale'>
  },
): void {
  pages.get('/', async (visit) => {
    const account = await personIn(visit)
    if (account === undefined) return showWelcome(visit)
    const businesses = await deps.businessAccess.listFor(account.userId)
    showHome(visit, {
      name: shownName(account.name),
      businesses: businesses.filter(({ isArchived }) => !isArchived),
    })
  })

  for (const name of ['help', 'privacy'] as const) {
    pages.get(`/${name}`, async (visit) => {
      const { title, sections } = visit.context().words.site[name]
      const isSignedIn = (await personIn(visit)) !== undefined
      visit.show({
        title,
        section: isSignedIn ? 'other' : undefined,
        body: html`${Object.entries(sections).map(
          ([id, section]) =>
            html`<section id="${id}">
              <h2>${section.title}</h2>
              <p>${section.body}</p>
            </section>`,
        )}`,
      })
    })
  }

  // A harmless preference: the origin check suffices, and it works in browsers that keep no session cookie. For a signed-in account
  // it also sets the language of its mails.
  pages.post('/language', async (visit) => {
    const locale = parsePageLocale(visit.field('lang'))
    if (locale !== undefined) {
      const account = await personIn(visit)
      if (account !== undefined) await deps.accounts.setLocale(account.userId, locale)
      const rules = { isSecure: deps.responder.isSecure, maxAgeSeconds: LANGUAGE_COOKIE_SECONDS }
      const cookie = { name: cookieName(LANGUAGE_COOKIE, rules.isSecure), value: locale }
      visit.res.append('Set-Cookie', formatCookie(cookie, rules))
    }
    visit.seeOther(parseLocalPath(visit.field('return_to')) ?? '/')
  })
}

async function personIn(visit: Visit): Promise<BrowserAccount | undefined> {
  return currentAccount(await visit.session())
}

function showWelcome(visit: Visit): void {
  const { home } = visit.context().words.site
  visit.show({
    title: home.title,
    body: html`<p class="lede">${home.lede}</p>
      <p class="block"><a class="button primary" href="/sign-in">${home.signIn}</a></p>`,
  })
}

type OwnBusiness = Pick<BusinessAccess, 'businessId' | 'name' | 'role'>

/** Shows a signed-in person their businesses, and links to every other page. */
function showHome(
  visit: Visit,
  { name, businesses }: { readonly name: string; readonly businesses: readonly OwnBusiness[] },
): void {
  const context = visit.context()
  const { site, frame, secondFactor, messages } = context.words
  const { home } = site
  const links = [
    ['/connected-apps', frame.connectedApps, home.apps],
    ['/plans', frame.plans, home.plans],
    ['/messages', messages.title, messages.lede],
    ['/developers', frame.developers, home.developers],
    ['/security', secondFactor.page.title, secondFactor.page.home],
  ] as const
  visit.show({
    title: home.hello(name),
    section: 'home',
    body: html`<p class="lede">${home.lede}</p>
      <section>
        <h2>${home.yours}</h2>
        ${
          businesses.length === 0
            ? html`<p>${home.none}</p>`
            : html`<ul>
                ${businesses.map((business) => businessRow(business, context))}
              </ul>`
        }
      </section>
      <div class="choices block">
        ${links.map(
          ([path, title, what]) =>
            html`<a class="choice go" href="${path}">
              <span class="stack"><b>${title}</b><span class="hint">${what}</span></span>
              ${ARROW_ICON}
            </a>`,
        )}
      </div>`,
  })
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
