import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import type { Application } from '#applications/application.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { html, type HtmlValue } from '#html/html.ts'
import { clockTime } from '#pages/error-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { appLogo, csrfField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { plansPathFor } from '#plans/plan-reason.ts'
import { blockedList } from './business-choice-list.ts'

type NoBusinessView = {
  readonly handle: AuthorizationHandle
  readonly application: Application
  readonly appHost: string
  readonly email: string
  /** The businesses that cannot be chosen; empty if the account has none at all. */
  readonly blocked: readonly BusinessAccess[]
  readonly askedNotice: HtmlValue
  readonly heldUntilMs: number
  /** True if the person has pressed "Check again". */
  readonly wasChecked: boolean
  readonly csrf: string
  readonly formRedirectOrigin: string | undefined
}

/** Renders A3-none, also for an account without businesses: reasons with links to fix them, and a button "not now". */
export function noBusinessPage(view: NoBusinessView, context: PageContext): Page {
  const words = context.words.consent
  const { application, handle } = view
  const app = shownName(application.name)
  const isEmpty = view.blocked.length === 0
  const title = isEmpty ? words.empty.title : words.none.title
  const checkAgain = html`<a class="button primary" href="/authorize/${handle}?checked=1"
    >${words.none.check}</a
  >`
  const createOne = html`<a class="button primary" href="/plans?request=${handle}#create"
    >${words.empty.create}</a
  >`
  return {
    title,
    status: 200,
    news: view.wasChecked && !isEmpty ? words.none.unchanged : undefined,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`<h1>${title}</h1>
      ${view.wasChecked && !isEmpty && html`<div class="notice" role="status"><p>${words.none.checked(clockTime(context.dates.nowMs, context))}</p></div>`}
      <div class="who">
        ${appLogo(application)}
        <p>${isEmpty ? words.empty.body(app) : words.none.lede(app, view.appHost)}</p>
      </div>
      <div class="rule">
        <p class="muted">${words.signedInAs}</p>
        <p><b>${view.email}</b></p>
        <p><a class="tall" href="/authorize/${handle}/accounts">${words.notYou}</a></p>
      </div>
      ${view.askedNotice}
      ${!isEmpty && html`<section>${blockedList(view.blocked, { appName: application.name, plansPath: plansPathFor(handle) }, context)}</section>`}
      ${!isEmpty && html`<p class="block">${words.none.hold(app)} ${words.none.heldUntil(clockTime(view.heldUntilMs, context))}</p>`}
      <form method="post" action="/authorize/${handle}/not-now" class="total">
        ${csrfField(view.csrf)}
        <div class="actions long">
          ${isEmpty ? context.plansAreFree && createOne : checkAgain}
          <button class="button">${isEmpty ? words.empty.notNow : words.none.notNow(app)}</button>
        </div>
      </form>`,
  }
}
