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

const STATUS: Readonly<Record<ErrorPage['kind'], number>> = {
  bad_link: 400,
  expired: 400,
  answered: 400,
  form_too_old: 400,
  foreign_form: 403,
  too_many: 429,
  bad_request: 400,
  not_found: 404,
  link_ended: 410,
  not_allowed: 403,
  fault: 500,
  closed: 503,
}

/** Returns the page that explains the reason, what it means for shared data, and the next step. */
export function buildErrorPage(errorPage: ErrorPage, context: PageContext): Page {
  const { errorPage: words } = context.words
  const page = (title: string, ...body: readonly HtmlValue[]): Page => ({
    title,
    status: errorPage.kind === 'bad_link' ? (errorPage.status ?? STATUS.bad_link) : STATUS[errorPage.kind],
    showsReference: true,
    body: html`${body}`,
  })
  switch (errorPage.kind) {
    case 'bad_link':
      return page(words.badLink.title, paragraph(words.badLink.body))
    case 'expired': {
      const name = errorPage.app === undefined ? words.expired.someApp : shownName(errorPage.app.name)
      const way = wayBack(errorPage.app, (home) => words.backToApp(home.host))
      return page(words.expired.title, paragraph(words.expired.body(name)), way)
    }
    case 'answered':
      return page(
        words.answered.title,
        paragraph(words.answered.body),
        wayBack(errorPage.app, (_home, name) => words.backToApp(name)),
        html`<p><a class="tall" href="/connected-apps">${words.seeApps}</a></p>`,
      )
    case 'form_too_old':
      return page(
        words.formTooOld.title,
        paragraph(words.formTooOld.body(context.ownHost)),
        html`<form method="post" action="${errorPage.action}" class="block">
          ${errorPage.fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <button class="button primary">${words.formTooOld.again}</button>
        </form>`,
      )
    case 'foreign_form':
      return page(words.foreignForm.title, paragraph(words.foreignForm.body), homeLinks(context))
    case 'too_many':
      return page(words.tooMany.title, paragraph(words.tooMany.body(clockTime(errorPage.againAtMs, context))))
    case 'bad_request':
      return page(words.badRequest.title, paragraph(words.badRequest.body), homeLinks(context))
    case 'not_found':
      return page(words.notFound.title, paragraph(words.notFound.body), homeLinks(context))
    case 'link_ended':
      return page(words.linkEnded.title, paragraph(words.linkEnded.body(shownName(errorPage.businessName))))
    case 'not_allowed':
      return page(words.notAllowed.title, paragraph(words.notAllowed.body), homeLinks(context))
    case 'fault':
      return page(
        words.fault.title,
        paragraph(
          words.fault.body(errorPage.appName === undefined ? undefined : shownName(errorPage.appName)),
        ),
      )
    case 'closed': {
      const { closed } = words
      if (errorPage.untilMs === undefined) return page(closed.title, paragraph(closed.body))
      const day = formatWeekday(errorPage.untilMs, context.dates)
      return page(closed.plannedTitle, paragraph(closed.until(clockTime(errorPage.untilMs, context), day)))
    }
  }
}

function paragraph(text: HtmlValue): Html {
  return html`<p>${text}</p>`
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
