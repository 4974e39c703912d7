import type { AuthorizationHandle, BusinessId } from '@counterfoil/oauth/ids'
import { plansPathFor } from '#plans/blocked-reason.ts'
import { shownName } from '#pages/shown-name.ts'
import {
  askedNotice,
  blockedDetails,
  businessChoicePart,
  FIRST_CHOICE_ID,
  signedInAs,
} from '#prompts/business/business-page.ts'
import type { BusinessChoiceView } from '#prompts/business/business-choice.ts'
import type { Application } from '#applications/application.ts'
import { formatFullDay } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import { PEN_ICON } from '#html/icons.ts'
import type { Fault, Page, PageContext } from '#pages/page.ts'
import { appLogo, csrfField } from '#pages/partials.ts'
import type { Earlier } from './earlier-consent.ts'
import { permissionList, type Example } from '#permissions/permission-list.ts'
import { describeScopes, type Permission, type PermissionKind } from '@counterfoil/oauth/permissions'

/** The values of a consent form that was not yet submitted, or was rejected. */
export type ConsentForm = {
  readonly picked: string | undefined
  readonly search: string
  readonly kept: readonly string[] | undefined
  readonly fault: 'none' | 'choose' | 'not_in_account' | 'nothing_kept' | { readonly goneBusiness: string }
}

type ConsentView = Omit<ConsentForm, 'picked'> & {
  readonly handle: AuthorizationHandle
  readonly application: Application
  /** Host of the redirect_uri: the only verified fact about an application. */
  readonly appHost: string
  readonly email: string
  readonly scopes: readonly string[]
  readonly choice: Extract<BusinessChoiceView, { kind: 'choose' }>
  readonly earlier: Earlier
  /** The times in milliseconds at which this application was connected, by business id. */
  readonly connectedAtMs: ReadonlyMap<string, number>
  readonly examples: Readonly<Partial<Record<Permission['key'], Example>>>
  readonly csrf: string
  readonly formRedirectOrigin: string | undefined
  readonly timeLeft: HtmlValue
}

/** Renders A3: application, account, business, what the application may do and may not do, for how long, and the buttons. */
export function consentPage(view: ConsentView, context: PageContext): Page {
  const words = context.words.consent
  const { application, appHost } = view
  const app = shownName(application.name)
  const path = `/authorize/${view.handle}`
  const faults = faultsOf(view, context)
  const permissions = describeScopes(view.scopes)
  const reach = reachOf(permissions)
  const isAll = application.restriction === 'all_businesses'
  const title = titleOf(view, reach, context)
  const plansPath = plansPathFor(view.handle)
  return {
    title,
    faults,
    news: isAll ? undefined : searchNews(view, context),
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`${!application.isChecked && html`<div class="notice"><p>${words.unchecked(appHost)}</p></div>`}
      <div class="who">
        ${appLogo(application)}
        <p>${isAll ? words.wantsAll(app, appHost) : words.wants[reach](app, appHost)}</p>
      </div>
      ${signedInAs(view, context)}
      ${view.earlier.kind === 'again' && html`<p class="block">${words.allowedBefore(formatFullDay(view.earlier.allowedAtMs, context.dates))}</p>`}
      ${askedNotice({ ...view, asked: view.choice.asked }, context)}
      <form id="find" method="get" action="${path}"></form>
      <form method="post" action="${path}/answer" novalidate>
        <button hidden name="answer" value="look" tabindex="-1"></button>
        ${csrfField(view.csrf)}
        ${
          isAll
            ? coveredBusinesses(view, plansPath, context)
            : businessChoicePart(
                { ...view, appName: application.name, plansPath, ownPath: path, faults },
                context,
              )
        }
        ${permissionSections(view, permissions, context)}
        <div class="aside"><p>${reach === 'see' ? words.cant(app) : words.cantChanging(app)}</p></div>
        <p class="hint">
          ${words.lasts(appHost, html`<a href="/connected-apps">${context.words.frame.connectedApps}</a>`)}
        </p>
        <details>
          <summary>${words.technical}</summary>
          <div class="inside">
            <p class="hint">${words.technicalBody}</p>
            <p class="mono">${view.scopes.map((scope) => html`${scope}<br />`)}</p>
          </div>
        </details>
        ${answerButtons(app, context)}
      </form>
      ${view.timeLeft}`,
  }
}

function answerButtons(app: string, { words: { consent: words } }: PageContext): HtmlValue {
  return html`<div class="total actions">
    <button class="button" name="answer" value="deny">
      ${words.deny}<span class="unseen">${words.allowFor(app)}</span>
    </button>
    <button class="button primary" name="answer" value="allow">
      ${words.allow}<span class="unseen">${words.allowFor(app)}</span>
    </button>
  </div>`
}

function titleOf(view: ConsentView, reach: PermissionKind, { words }: PageContext): string {
  const app = shownName(view.application.name)
  if (view.earlier.kind === 'more')
    return words.consent.titleMore(app, describeScopes(view.earlier.fresh).length)
  if (view.application.restriction === 'all_businesses') return words.consent.titleAll(app)
  return words.consent.title[reach](app)
}

/** Returns the strongest kind of permission: change, else send, else see. */
function reachOf(permissions: readonly { readonly kind: PermissionKind }[]): PermissionKind {
  const has = (wanted: PermissionKind) => permissions.some(({ kind }) => kind === wanted)
  return has('change') ? 'change' : has('send') ? 'send' : 'see'
}

/** Returns the search text for the title; undefined without a search. */
function searchNews({ search, choice }: ConsentView, { words }: PageContext): string | undefined {
  if (search === '' || !choice.hasSearch) return undefined
  const text = shownName(search)
  return choice.shown.length === 0 ? words.consent.noMatch(text) : words.frame.searched(text)
}

function faultsOf(view: ConsentView, { words }: PageContext): readonly Fault[] {
  switch (view.fault) {
    case 'none':
      return []
    case 'choose':
      return [{ fieldId: FIRST_CHOICE_ID, message: words.consent.choose }]
    case 'nothing_kept': {
      const [first] = describeScopes(view.scopes)
      return [{ fieldId: `keep-${first?.key ?? ''}`, message: words.consent.keepOne }]
    }
    case 'not_in_account':
      return [{ fieldId: FIRST_CHOICE_ID, message: words.consent.notInAccount }]
    default:
      return [
        { fieldId: FIRST_CHOICE_ID, message: words.consent.goneSince(shownName(view.fault.goneBusiness)) },
      ]
  }
}

/** Lists the businesses that an application for all businesses covers now, by the rule that applies to every later call. */
function coveredBusinesses(
  view: ConsentView,
  plansPath: (id: BusinessId) => string,
  context: PageContext,
): Html {
  const words = context.words.consent
  const appName = view.application.name
  return html`<section>
      <h2>${words.covers}</h2>
      <p>${words.coversBody(shownName(appName))}</p>
      <ul>
        ${view.choice.choosable.map((business) => html`<li><b>${shownName(business.name)}</b></li>`)}
      </ul>
    </section>
    ${blockedDetails(view.choice.blocked, { appName, plansPath }, context)}`
}

type Newness = { readonly isNew: boolean }

function permissionSections(view: ConsentView, permissions: readonly Permission[], context: PageContext) {
  const words = context.words.consent
  const app = shownName(view.application.name)
  const shared = {
    appName: view.application.name,
    reasons: view.application.scopeReasons,
    optionalScopes: view.application.optionalScopes,
    kept: view.kept,
    examples: view.examples,
  }
  const section = (heading: HtmlValue, items: readonly Permission[], { isNew }: Newness) =>
    items.length > 0 &&
    html`<section>
      <h2>${heading}</h2>
      ${permissionList({ ...shared, permissions: items, isNew }, context)}
    </section>`
  const headings = [
    ['see', words.able(app)],
    ['change', html`${PEN_ICON} ${words.change(app)}`],
    ['send', html`${PEN_ICON} ${words.send(app)}`],
  ] as const
  const sections = (items: readonly Permission[], newness: Newness) =>
    headings.map(([kind, heading]) => {
      const ofKind = items.filter((permission) => permission.kind === kind)
      return section(heading, ofKind, newness)
    })
  if (view.earlier.kind !== 'more') return html`${sections(permissions, { isNew: false })}`
  const already = describeScopes(view.earlier.already)
  return html`${sections(describeScopes(view.earlier.fresh), { isNew: true })}
    <details>
      <summary>${words.already(already.length)}</summary>
      <div class="inside">${permissionList({ ...shared, permissions: already, isNew: false }, context)}</div>
    </details>`
}
