import { shownName } from '#pages/shown-name.ts'
import { describeScopes, type Permission } from '@counterfoil/oauth/permissions'
import { RECENT_DAYS, recentDays, type UseOfDay } from '#grants/days-of-use.ts'
import { isPersonalToken, type Grant } from '#grants/grant.ts'
import { permissionList, type PermissionListView } from '#permissions/permission-list.ts'
import { formatCalendarDay, formatDay, formatDayAndAgo, formatFullDay } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { appLogo, csrfField, factList } from '#pages/partials.ts'
import { shownBrowser } from '#users/browser-name.ts'
import { hostOf, pathOfGrant } from './connected-apps-page.ts'

type AppDetailsView = {
  readonly grant: Grant
  /** The use on the last days; undefined if it could not be read. */
  readonly use: readonly UseOfDay[] | undefined
  /** The reader's email address; undefined if another person approved the application. */
  readonly ownEmail: string | undefined
}

/** Shows page A11: what one application may see, how often it read data, and how it was approved. */
export function appDetailsPage({ grant, use, ownEmail }: AppDetailsView, context: PageContext): Page {
  const words = context.words.apps
  const { detail } = words
  const { application } = grant
  const businessName = shownBusiness(grant)
  const userName = shownName(grant.userName)
  const app = shownName(application.name)
  const title = businessName === null ? detail.titleAll(app) : detail.title(app, businessName)
  const host = hostOf(application.homePageUrl)
  const isToken = isPersonalToken(grant)
  return {
    title,
    status: 200,
    section: 'connected-apps',
    body: html`<p><a class="tall" href="/connected-apps">${detail.list}</a></p>
      <h1>${title}</h1>
      <div class="who">
        ${appLogo(application)}
        <p>
          <b>${app}</b
          >${host !== undefined && html`<br /><span class="hint">${host}</span>`}${isToken && html`<br /><span class="hint">${words.token}</span>`}
        </p>
      </div>
      ${application.isDeleted && html`<div class="notice warn"><p>${words.deleted}</p></div>`}
      ${grant.isPartOfAll && html`<div class="notice"><p>${isToken ? detail.tokenPartOfAll(userName) : detail.partOfAll(userName, app)}</p></div>`}
      ${permissionSections(grant, ownEmail === undefined, context)}
      ${
        !grant.isPartOfAll &&
        html`<section>
          <h2>${detail.strip}</h2>
          ${use === undefined ? html`<p>${words.partial}</p>` : strip(use, grant.grantedAtMs, context)}
        </section>`
      }
      <section>
        <h2>${detail.where}</h2>
        ${factList(factsOf({ grant, ownEmail }, context))}
      </section>
      <details>
        <summary>${detail.technical}</summary>
        <p class="inside mono">${grant.scopes.map((scope) => html`${scope}<br />`)}</p>
      </details>
      <p class="total">
        <a class="button danger" href="${pathOfGrant(grant)}/remove">${detail.remove}</a>
      </p>
      ${!isToken && html`<p><a class="tall" href="/help#report">${detail.report}</a></p>`}`,
  }
}

function factsOf(
  { grant, ownEmail }: Pick<AppDetailsView, 'grant' | 'ownEmail'>,
  context: PageContext,
): readonly (readonly [string, string])[] {
  const { detail, neverRead } = context.words.apps
  return [
    [detail.allowedBy, ownEmail === undefined ? shownName(grant.userName) : detail.you(ownEmail)],
    [detail.allowedOn, formatFullDay(grant.grantedAtMs, context.dates)],
    ...(grant.confirmedAtMs - grant.grantedAtMs >= 60_000
      ? [[detail.confirmedOn, formatFullDay(grant.confirmedAtMs, context.dates)] as const]
      : []),
    ...(grant.isPartOfAll
      ? []
      : [
          [
            detail.lastRead,
            grant.lastUsedAtMs === null ? neverRead : formatDayAndAgo(grant.lastUsedAtMs, context.dates),
          ] as const,
        ]),
    ...(isPersonalToken(grant)
      ? grant.endsAtMs === null
        ? []
        : [[detail.ends, formatFullDay(grant.endsAtMs, context.dates)] as const]
      : [
          [
            detail.allowedFrom,
            grant.grantedFrom === null
              ? detail.unknownBrowser
              : shownBrowser(grant.grantedFrom, context.words.frame),
          ] as const,
          [detail.receipt, grant.receiptReference] as const,
        ]),
  ]
}

/** Returns the texts about the profile of another person, who approved the application. */
function profileWords(name: string, { words }: PageContext): NonNullable<PermissionListView['otherWords']> {
  const { see_profile: see, change_profile: change } = words.apps.detail.profileOf
  return {
    see_profile: { name: see.name(name), what: see.what(name) },
    change_profile: { name: change.name(name), what: change.what(name) },
  }
}

function shownBusiness({ businessName }: Grant): string | null {
  return businessName === null ? null : shownName(businessName)
}

function permissionSections(grant: Grant, isAnothers: boolean, context: PageContext): Html {
  const { detail } = context.words.apps
  const permissions = describeScopes(grant.scopes)
  const section = (heading: string, kind: Permission['kind']): HtmlValue => {
    const list = permissions.filter((permission) => permission.kind === kind)
    const view = {
      permissions: list,
      appName: grant.application.name,
      reasons: {},
      optionalScopes: [],
      kept: undefined,
      examples: {},
      isNew: false,
      ...(isAnothers && { otherWords: profileWords(shownName(grant.userName), context) }),
    }
    return (
      list.length > 0 &&
      html`<section>
        <h2>${heading}</h2>
        ${permissionList(view, context)}
      </section>`
    )
  }
  return html`${section(detail.what, 'see')}${section(detail.whatChange, 'change')}${section(detail.whatSend, 'send')}`
}

/** Shows thirty squares, with those before the connection empty, and the same facts in one sentence for everyone. */
function strip(use: readonly UseOfDay[], grantedAtMs: number, context: PageContext): Html {
  const { detail } = context.words.apps
  const { nowMs, timeZone } = context.dates
  const days = recentDays(use, { sinceMs: grantedAtMs, nowMs, timeZone: timeZone ?? 'UTC' })
  const isYoung = days.length < RECENT_DAYS
  const before = Array.from({ length: RECENT_DAYS - days.length }, () => html`<i class="before"></i>`)
  const read = days.filter((day) => day.calls > 0)
  const total = read.reduce((sum, day) => sum + day.calls, 0)
  const most = Math.max(1, ...days.map((day) => day.calls))
  const shade = (calls: number) => (calls === 0 ? '' : calls * 4 >= most ? 'read' : 'some')
  return html`<p>
      ${isYoung ? detail.stripSaidYoung(read.length, total) : detail.stripSaid(read.length, total)}
    </p>
    <div class="strip" aria-hidden="true">
      ${before}
      ${days.map((day) => html`<i class="${shade(day.calls)}" title="${detail.day(formatCalendarDay(day.day, context.dates), day.calls)}"></i>`)}
    </div>
    <p class="ends note" aria-hidden="true">
      <span
        >${days[0] !== undefined && (isYoung ? context.words.apps.since : String)(formatCalendarDay(days[0].day, context.dates))}</span
      ><span>${detail.stripToday}</span>
    </p>
    <p class="note">${detail.stripKey}${timeZone === undefined && ` ${detail.stripUtc}`}</p>`
}

type RemoveView = { readonly grant: Grant; readonly csrf: string; readonly hasFailed: boolean }

/** Shows page A12: what stops and what may stay, before access is removed. */
export function removeAccessPage({ grant, csrf, hasFailed }: RemoveView, context: PageContext): Page {
  const words = context.words.apps.remove
  const app = shownName(grant.application.name)
  const business = shownBusiness(grant)
  const title = business === null ? words.titleAll(app) : words.title(app, business)
  return {
    title,
    status: hasFailed ? 503 : 200,
    section: 'connected-apps',
    hasProblem: hasFailed,
    showsReference: hasFailed,
    body: html`${hasFailed && html`<div class="problem" role="alert" tabindex="-1" data-problem><p>${words.failed(app)}</p></div>`}
      <h1>${title}</h1>
      ${removalOf(grant, context)}
      <form method="post" action="${pathOfGrant(grant)}/remove" class="total actions">
        ${csrfField(csrf)}
        <a class="button" href="${pathOfGrant(grant)}">${words.keep}</a>
        <button class="button primary danger">${words.button}</button>
      </form>`,
  }
}

/** Shows the effect of the removal. If one business is excluded, the others stay. */
function removalOf(grant: Grant, context: PageContext): HtmlValue {
  const words = context.words.apps.remove
  const app = shownName(grant.application.name)
  const isToken = isPersonalToken(grant)
  const rest = isToken ? words.tokenPartOfAll : words.partOfAll
  const body = isToken ? words.tokenBody : words.body(app, hostOf(grant.application.homePageUrl) ?? app)
  return html`${!(isToken && grant.isPartOfAll) && html`<p>${body}</p>`}
  ${grant.isPartOfAll && html`<p>${rest(shownName(grant.userName), shownBusiness(grant) ?? '')}</p>`}`
}

/** Shows the page after a removal, or if the access was already removed. */
export function removedPage(
  { grant, when }: { readonly grant: Grant; readonly when: 'now' | 'before' },
  context: PageContext,
): Page {
  const words = context.words.apps.remove
  const isAlready = when === 'before'
  const app = shownName(grant.application.name)
  const business = shownBusiness(grant)
  const done = business === null ? words.doneAll(app) : words.done(app, business)
  const title = isAlready ? words.alreadyTitle(app) : done
  const endedAtMs = grant.ended?.atMs ?? context.dates.nowMs
  return {
    title,
    status: 200,
    section: 'connected-apps',
    body: html`<h1>${title}</h1>
      ${isAlready && html`<p>${words.already(formatDay(endedAtMs, context.dates))}</p>`}
      ${!grant.application.isDeleted && !isPersonalToken(grant) && html`<p>${words.changedMind(app)}</p>`}
      <p class="block"><a class="button" href="/connected-apps">${context.words.apps.detail.list}</a></p>`,
  }
}

/** Shows the page "Remove all apps", before and after the removal. */
export function removeAllPage(
  view: { readonly kind: 'ask'; readonly count: number; readonly csrf: string } | { readonly kind: 'done' },
  context: PageContext,
): Page {
  const words = context.words.apps.removeAllPage
  if (view.kind === 'done') {
    return {
      title: words.done,
      status: 200,
      section: 'connected-apps',
      body: html`<h1>${words.done}</h1>
        <p>${words.doneBody}</p>`,
    }
  }
  return {
    title: words.title,
    status: 200,
    section: 'connected-apps',
    body: html`<h1>${words.title}</h1>
      <p>${view.count === 0 ? words.nothing : words.body(view.count)}</p>
      <form method="post" action="/connected-apps/remove-all" class="total actions">
        ${csrfField(view.csrf)}
        <a class="button" href="/connected-apps">${words.keep}</a>
        ${view.count > 0 && html`<button class="button primary danger">${words.button}</button>`}
      </form>`,
  }
}
