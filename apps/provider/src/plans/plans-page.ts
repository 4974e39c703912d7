import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import { shownName } from '#pages/shown-name.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { formatCalendarDay, formatFullDay } from '#pages/dates.ts'
import { html, plainText, type Html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { wayBack, type AppHome } from '#pages/error-page.ts'
import { csrfField, faultAttributes, fieldFault, problemSummary, type Fault } from '#pages/partials.ts'
import { isFixable, blockedReason } from './plan-reason.ts'

export type PlansView = {
  readonly businesses: readonly BusinessAccess[]
  /** The authorization request the person came from, and returns to after renewing; undefined if there is none. */
  readonly request: { readonly handle: AuthorizationHandle; readonly appName: string } | undefined
  readonly done:
    | {
        readonly kind: 'renewed' | 'created'
        readonly businessName: string
        /** Applications with access to the business whose plan was renewed, for links back to them. */
        readonly apps: readonly AppHome[]
      }
    | undefined
  readonly newName: string
  readonly nameFault: 'none' | 'missing' | 'too_long'
  readonly csrf: string
}

/** Renders each business with its plan and a button to renew it, which leads straight back to a waiting request. */
export function plansPage(view: PlansView, context: PageContext): Page {
  const words = context.words.site.plans
  const faults: readonly Fault[] =
    view.nameFault === 'none'
      ? []
      : [{ fieldId: 'name', message: view.nameFault === 'missing' ? words.nameMissing : words.nameTooLong }]
  const request = view.request
  return {
    title: words.title,
    status: faults.length > 0 ? 422 : 200,
    hasProblem: faults.length > 0,
    news: view.done && plainText(doneText(view.done, context)),
    // Inside an authorization request the page links back to it, not to the rest of the site.
    section: request === undefined ? 'plans' : undefined,
    body: html`${problemSummary(faults, context)} ${doneNotice(view, context)}
      <h1>${words.title}</h1>
      <p class="lede">${words.lede}</p>
      ${request !== undefined && html`<div class="notice"><p>${words.forApp(shownName(request.appName))}</p></div>`}
      <p class="hint">${context.plansAreFree ? words.demo : context.words.consent.askOperator}</p>
      ${
        view.businesses.length === 0
          ? html`<p>${words.none}</p>`
          : html`<ul class="cards block">
              ${view.businesses.map((business) => planRow(business, view, context))}
            </ul>`
      }
      ${context.plansAreFree && createForm(view, faults, context)}
      ${
        request !== undefined &&
        html`<p class="block">
          <a class="tall" href="/authorize/${request.handle}"
            >${words.backToRequest(shownName(request.appName))}</a
          >
        </p>`
      }`,
  }
}

function doneNotice(view: PlansView, context: PageContext): HtmlValue {
  if (view.done === undefined) return undefined
  const { apps } = view.done
  const back = context.words.errorPage.backToApp
  return html`<div class="notice good" role="status">
    <p>${doneText(view.done, context)}</p>
    ${apps.map((app) => wayBack(app, (_home, name) => back(name)))}
  </div>`
}

function doneText({ kind, businessName }: NonNullable<PlansView['done']>, context: PageContext): Html {
  return context.words.site.plans[kind](shownName(businessName))
}

function planRow(business: BusinessAccess, view: PlansView, context: PageContext): Html {
  const words = context.words.site.plans
  const isOnly = view.businesses.filter(canBeFixed).length === 1
  return html`<li class="split" id="plan-${business.businessId}">
    <div>
      <h2>${shownName(business.name)}</h2>
      <p class="hint">${stateOf(business, context)}</p>
    </div>
    ${
      business.choice.kind === 'cannot' &&
      isFixable(business.choice.reason) &&
      context.plansAreFree &&
      html`<form method="post" action="/plans/renew">
        ${csrfField(view.csrf)}
        <input type="hidden" name="business" value="${business.businessId}" />
        ${view.request !== undefined && html`<input type="hidden" name="request" value="${view.request.handle}" />`}
        <button class="button${isOnly && ' primary'}">
          ${words.button[business.choice.reason]}<span class="unseen"
            >${words.buttonFor(shownName(business.name))}</span
          >
        </button>
      </form>`
    }
  </li>`
}

function canBeFixed({ choice }: BusinessAccess): boolean {
  return choice.kind === 'cannot' && isFixable(choice.reason)
}

function stateOf(business: BusinessAccess, context: PageContext): HtmlValue {
  const words = context.words.site.plans
  if (business.choice.kind === 'cannot') {
    if (business.choice.reason === 'not_owner_or_admin') return words.ownerOnly
    if (business.choice.reason === 'archived') return words.archived
    return blockedReason(business, context)
  }
  const until = business.plan?.endsOn
  return words.active(
    business.plan?.name ?? '',
    until == null ? undefined : formatCalendarDay(until, context.dates, formatFullDay),
  )
}

function createForm(view: PlansView, faults: readonly Fault[], context: PageContext): Html {
  const words = context.words.site.plans
  return html`<section id="create">
    <h2>${words.create}</h2>
    <form method="post" action="/plans/create" novalidate>
      ${csrfField(view.csrf)}
      ${view.request !== undefined && html`<input type="hidden" name="request" value="${view.request.handle}" />`}
      <div class="field block">
        <label for="name">${words.name}</label>
        ${fieldFault('name', faults)}
        <input
          class="input"
          id="name"
          name="name"
          autocomplete="organization"
          value="${view.newName}"
          ${faultAttributes('name', faults)}
        />
      </div>
      <button class="button">${words.createButton}</button>
    </form>
  </section>`
}
