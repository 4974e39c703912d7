import { mayLookAfterApps, type BusinessAccess } from '#businesses/business-access.ts'
import { shownName } from '#pages/shown-name.ts'
import { html, type Html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import type { Page, PageContext } from '#pages/page.ts'

type OwnBusiness = Pick<BusinessAccess, 'businessId' | 'name' | 'role'>

/** Harbour's front door. */
export function homePage(
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

/** Help and privacy: a heading and its short, true sections. */
export function textPage(
  text: {
    readonly title: string
    /** By the id of each. */
    readonly sections: Readonly<Record<string, { readonly title: string; readonly body: string }>>
  },
  isSignedIn: boolean,
): Page {
  return {
    title: text.title,
    status: 200,
    ...(isSignedIn ? { section: 'other' as const } : {}),
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
