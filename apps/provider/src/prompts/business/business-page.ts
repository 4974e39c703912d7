import type { AuthorizationHandle, BusinessId } from '@counterfoil/oauth/ids'
import type { Application } from '#applications/application.ts'
import { blockedReason, isFixable, plansPathFor } from '#plans/blocked-reason.ts'
import { shownName } from '#pages/shown-name.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { formatCalendarDay, formatDay, formatFullDay } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Fault, Page, PageContext } from '#pages/page.ts'
import { clockTime, appLogo, csrfField, fieldFault, flag } from '#pages/partials.ts'
import type { AskedBusiness, BusinessChoiceView } from './business-choice.ts'

type Choose = Extract<BusinessChoiceView, { kind: 'choose' }>

type ChoicePartView = {
  readonly choice: Choose
  readonly appName: string
  /** The text in the search box. */
  readonly search: string
  readonly plansPath: (businessId: BusinessId) => string
  /** The path of this page, for the link that clears the search. */
  readonly ownPath: string
  /** The times in milliseconds at which this application was connected, by business id. */
  readonly connectedAtMs: ReadonlyMap<string, number>
  readonly faults: readonly Fault[]
}

/** The id of the first radio button, to which a fault links. */
export const FIRST_CHOICE_ID = 'business-1'

/** Renders "Which business?": radio buttons, then the businesses that cannot be chosen, with reasons and links to fix them. */
export function businessChoicePart(view: ChoicePartView, context: PageContext): Html {
  const { choice, appName } = view
  const words = context.words.consent
  const asked = choice.asked.kind === 'fine' ? choice.asked.business : undefined
  const isAskedChosen = asked !== undefined && asked.businessId === choice.chosenId
  const others = isAskedChosen ? choice.shown.filter((business) => business !== asked) : choice.shown
  const radio = (business: BusinessAccess, id: string, note?: HtmlValue) =>
    html`<label class="choice" for="${id}">
      <input
        type="radio"
        name="business"
        id="${id}"
        value="${business.businessId}"
        ${flag('checked', business.businessId === choice.chosenId)}
      />
      <span class="stack"
        ><b>${shownName(business.name)}</b
        >${hintsFor(business, view, context).map((hint) => html`<span class="hint">${hint}</span>`)}${note}</span
      >
    </label>`
  const list = others.map((business, index) =>
    radio(business, `business-${isAskedChosen ? index + 2 : index + 1}`),
  )
  const isWrong = view.faults.some((fault) => fault.fieldId === FIRST_CHOICE_ID)
  return html`<fieldset ${isWrong && html`class="wrong"`}>
      <legend>${words.which}</legend>
      ${fieldFault(FIRST_CHOICE_ID, view.faults)} ${choice.hasSearch && searchBox(view, context)}
      ${isAskedChosen && html`<div class="choices">${radio(asked, FIRST_CHOICE_ID, html`<span class="hint">${words.askedThis(shownName(appName))}</span>`)}</div>`}
      ${
        isAskedChosen && others.length > 0
          ? html`<details ${flag('open', view.search !== '')}>
              <summary>${words.different}</summary>
              <div class="choices">${list}</div>
            </details>`
          : html`<div class="choices">${list}</div>`
      }
      ${choice.shown.length === 0 && html`<p>${words.noMatch(shownName(view.search))}</p>`}
      ${view.search !== '' && html`<p><a class="tall" href="${view.ownPath}">${words.showAll}</a></p>`}
    </fieldset>
    ${blockedDetails(choice.blocked, view, context)}
    ${
      view.connectedAtMs.size > 0 &&
      html`<p><a class="tall" href="/connected-apps">${words.manage(shownName(appName))}</a></p>`
    }`
}

/** Renders "2 businesses can't be connected yet", collapsed. */
export function blockedDetails(
  blocked: readonly BusinessAccess[],
  view: Pick<ChoicePartView, 'appName' | 'plansPath'>,
  context: PageContext,
): HtmlValue {
  if (blocked.length === 0) return undefined
  return html`<details>
    <summary>${context.words.consent.cannotCount(blocked.length)}</summary>
    <div class="inside">${blockedList(blocked, view, context)}</div>
  </details>`
}

/** Renders every business that cannot be chosen: name, reason, one link. */
function blockedList(
  blocked: readonly BusinessAccess[],
  view: Pick<ChoicePartView, 'appName' | 'plansPath'>,
  context: PageContext,
): Html {
  return html`<ul class="cannot">
    ${blocked.map(
      (business) =>
        html`<li>
          <p><b>${shownName(business.name)}</b></p>
          <p class="hint">${blockedReason(business, context)}</p>
          ${fixLink(business, view.plansPath, context)}
        </li>`,
    )}
  </ul>`
}

/** Renders the link that fixes the reason, or whom to ask; nothing if only someone else can fix it. */
function fixLink(
  business: BusinessAccess,
  plansPath: (businessId: BusinessId) => string,
  context: PageContext,
): HtmlValue {
  if (business.choice.kind === 'can' || !isFixable(business.choice.reason)) return undefined
  if (!context.plansAreFree) return html`<p class="hint">${context.words.consent.askOperator}</p>`
  const { fix, fixFor } = context.words.consent
  return html`<a class="tall" href="${plansPath(business.businessId)}">
    ${fix[business.choice.reason]}<span class="unseen">${fixFor(shownName(business.name))}</span>
  </a>`
}

function hintsFor(business: BusinessAccess, view: ChoicePartView, context: PageContext): readonly string[] {
  const words = context.words.consent
  const plan = business.plan?.name ?? ''
  const until = business.plan?.endsOn
  const parts = [
    until == null
      ? words.planActive(plan)
      : words.planUntil(plan, formatCalendarDay(until, context.dates, formatFullDay)),
  ]
  const since = view.connectedAtMs.get(business.businessId)
  if (since !== undefined) parts.push(words.connectedSince(formatDay(since, context.dates)))
  return parts
}

function searchBox(view: ChoicePartView, context: PageContext): Html {
  const words = context.words.consent
  return html`<div class="field">
    <label for="find-business">${words.search}</label>
    <div class="with-button">
      <input
        class="input"
        id="find-business"
        type="search"
        name="q"
        form="find"
        autocomplete="off"
        value="${view.search}"
      />
      <button class="button" form="find">${words.searchButton}</button>
    </div>
  </div>`
}

/** Renders the e-mail of the person, and a link to another account. */
export function signedInAs(
  { email, handle }: { readonly email: string; readonly handle: AuthorizationHandle },
  { words: { consent: words } }: PageContext,
): Html {
  return html`<div class="rule">
    <p class="muted">${words.signedInAs}</p>
    <p><b>${email}</b></p>
    <p><a class="tall" href="/authorize/${handle}/accounts">${words.notYou}</a></p>
  </div>`
}

/** Renders a notice: "Counterfoil asked for Fern & Co. Its Pro plan ended on 2 November. [Renew]" */
export function askedNotice(
  {
    handle,
    application,
    asked,
  }: {
    readonly handle: AuthorizationHandle
    readonly application: Application
    readonly asked: AskedBusiness
  },
  context: PageContext,
): HtmlValue {
  const words = context.words.consent
  if (asked.kind === 'blocked') {
    const reason = blockedReason(asked.business, context)
    return html`<div class="notice warn block">
      <p>${words.askedBlocked(shownName(application.name), shownName(asked.business.name), reason)}</p>
      ${fixLink(asked.business, plansPathFor(handle), context)}
    </div>`
  }
  return (
    asked.kind === 'unknown' &&
    html`<div class="notice warn block"><p>${words.askedUnknown(shownName(application.name))}</p></div>`
  )
}

type NoBusinessView = {
  readonly handle: AuthorizationHandle
  readonly application: Application
  readonly appHost: string
  readonly email: string
  /** The businesses that cannot be chosen; empty if the account has none at all. */
  readonly blocked: readonly BusinessAccess[]
  readonly asked: AskedBusiness
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
    news: view.wasChecked && !isEmpty ? words.none.unchanged : undefined,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`${view.wasChecked && !isEmpty && html`<div class="notice" role="status"><p>${words.none.checked(clockTime(context.dates.nowMs, context))}</p></div>`}
      <div class="who">
        ${appLogo(application)}
        <p>${isEmpty ? words.empty.body(app) : words.none.lede(app, view.appHost)}</p>
      </div>
      ${signedInAs(view, context)} ${askedNotice(view, context)}
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
