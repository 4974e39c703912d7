import { shownName } from './shown-name.ts'
import { formatWeekday } from './dates.ts'
import { clockTime } from './partials.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from './page.ts'

/** The name and home page of an application, for a link back. Only a registered address, never one from a request. */
export type AppHome = { readonly name: string; readonly homePageUrl: string | null }

/** All reasons for which a page does not do what was requested. */
export type ErrorPage =
  /** Unknown application, or a redirect_uri that it has not registered: never a redirect. */
  | { readonly kind: 'bad_link'; readonly status?: 405 }
  | { readonly kind: 'expired'; readonly app?: AppHome | undefined }
  | { readonly kind: 'answered'; readonly app?: AppHome | undefined }
  /** The CSRF token is invalid or the cookie is missing; the same form can be posted again. */
  | { readonly kind: 'form_too_old'; readonly action: string; readonly fields: readonly FormField[] }
  | { readonly kind: 'foreign_form' }
  | { readonly kind: 'too_many'; readonly againAtMs: number }
  | { readonly kind: 'bad_request' }
  | { readonly kind: 'not_found' }
  /** The link to a document of a business has expired: its customer requests another one. */
  | { readonly kind: 'link_ended'; readonly businessName: string }
  | { readonly kind: 'not_allowed' }
  | { readonly kind: 'fault'; readonly appName?: string | undefined }
  /** The provider is closed. `untilMs`: the end of a planned closure. */
  | { readonly kind: 'closed'; readonly untilMs?: number | undefined }

type FormField = { readonly name: string; readonly value: string }

/** Returns the page that explains the reason, what it means for shared data, and the next step. */
export function buildErrorPage(errorPage: ErrorPage, context: PageContext): Page {
  const { errorPage: words } = context.words
  switch (errorPage.kind) {
    case 'bad_link':
      return page(errorPage.status ?? 400, words.badLink)
    case 'expired': {
      const { title, body, someApp } = words.expired
      const name = errorPage.app === undefined ? someApp : shownName(errorPage.app.name)
      const way = wayBack(errorPage.app, (home) => words.backToApp(home.host))
      return page(400, { title, body: body(name) }, way)
    }
    case 'answered': {
      const way = wayBack(errorPage.app, (_home, name) => words.backToApp(name))
      return page(
        400,
        words.answered,
        way,
        html`<p><a class="tall" href="/connected-apps">${words.seeApps}</a></p>`,
      )
    }
    case 'form_too_old': {
      const { title, body, again } = words.formTooOld
      return page(400, { title, body: body(context.ownHost) }, sameForm(errorPage, again))
    }
    case 'foreign_form':
      return page(403, words.foreignForm, homeLinks(context))
    case 'too_many': {
      const { title, body } = words.tooMany
      return page(429, { title, body: body(clockTime(errorPage.againAtMs, context)) })
    }
    case 'bad_request':
      return page(400, words.badRequest, homeLinks(context))
    case 'not_found':
      return page(404, words.notFound, homeLinks(context))
    case 'link_ended': {
      const { title, body } = words.linkEnded
      return page(410, { title, body: body(shownName(errorPage.businessName)) })
    }
    case 'not_allowed':
      return page(403, words.notAllowed, homeLinks(context))
    case 'fault': {
      const { title, body } = words.fault
      const { appName } = errorPage
      return page(500, { title, body: body(appName === undefined ? undefined : shownName(appName)) })
    }
    case 'closed': {
      const { closed } = words
      if (errorPage.untilMs === undefined) return page(503, closed)
      const day = formatWeekday(errorPage.untilMs, context.dates)
      const body = closed.until(clockTime(errorPage.untilMs, context), day)
      return page(503, { title: closed.plannedTitle, body })
    }
  }
}

/** Returns a page with a reason and its meaning, and below them the ways on. */
function page(
  status: number,
  { title, body }: { readonly title: string; readonly body: HtmlValue },
  ...ways: readonly HtmlValue[]
): Page {
  return {
    title,
    status,
    showsReference: true,
    body: html`${[html`<p>${body}</p>`, ...ways]}`,
  }
}

/** Renders the button that posts the same form again. */
function sameForm(
  { action, fields }: Pick<Extract<ErrorPage, { kind: 'form_too_old' }>, 'action' | 'fields'>,
  again: string,
): Html {
  return html`<form method="post" action="${action}" class="block">
    ${fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="button primary">${again}</button>
  </form>`
}

/** Renders the button to an application's home page; nothing if it has none. */
export function wayBack(app: AppHome | undefined, label: (home: URL, name: string) => string): HtmlValue {
  if (app === undefined || app.homePageUrl === null || !URL.canParse(app.homePageUrl)) return undefined
  const home = new URL(app.homePageUrl)
  if (home.protocol !== 'https:' && home.protocol !== 'http:') return undefined
  return html`<p class="block">
    <a class="button primary" href="${home.href}" rel="noreferrer">${label(home, shownName(app.name))}</a>
  </p>`
}

function homeLinks({ words }: PageContext): Html {
  return html`<p class="row">
    <a class="tall" href="/">${words.frame.home}</a>
    <a class="tall" href="/connected-apps">${words.frame.connectedApps}</a>
  </p>`
}
