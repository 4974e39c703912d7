import { shownName } from '#pages/shown-name.ts'
import { describeScopes, type Permission } from '@counterfoil/oauth/permissions'
import { RECENT_DAYS, recentDays, type UseOfDay } from '#grants/days-of-use.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import { isPersonalToken, type Grant } from '#grants/grant.ts'
import { permissionList, type PermissionListView } from '#permissions/permission-list.ts'
import { formatCalendarDay, formatDayAndAgo, formatFullDay } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { appLogo, factList } from '#pages/partials.ts'
import { shownBrowser } from '#users/browser-name.ts'
import { grantOpener, hostOf, noteUseUnknown, pathOfGrant, shownBusiness } from './opened-grant-responder.ts'
import { showRemoved } from './remove-access-page.ts'

/** Adds page A11: what one application may see, how often it read data, and how it was approved. */
export function addAppDetailsPage(
  pages: PageRouter,
  deps: Parameters<typeof grantOpener>[0] & { readonly grants: Pick<GrantStore, 'useOf'> },
): void {
  const paths = ['/connected-apps/:grantId', '/connected-apps/:grantId/businesses/:businessId']
  pages.opening(grantOpener(deps)).get(paths, async (visit, { account, grant }) => {
    if (grant.ended !== null) return showRemoved(visit, grant, 'before')
    const use = grant.isPartOfAll
      ? []
      : await deps.grants.useOf(grant.id).catch((error: unknown) => noteUseUnknown(visit, error))
    showDetails(visit, { grant, use, ownEmail: grant.userId === account.userId ? account.email : undefined })
  })
}

type AppDetailsView = {
  readonly grant: Grant
  /** The use on the last days; undefined if it could not be read. */
  readonly use: readonly UseOfDay[] | undefined
  /** The reader's email address; undefined if another person approved the application. */
  readonly ownEmail: string | undefined
}

function showDetails(visit: Visit, { grant, use, ownEmail }: AppDetailsView): void {
  const context = visit.context()
  const words = context.words.apps
  const { detail } = words
  const { application } = grant
  const businessName = shownBusiness(grant)
  const userName = shownName(grant.userName)
  const app = shownName(application.name)
  const host = hostOf(application.homePageUrl)
  const isToken = isPersonalToken(grant)
  visit.show({
    title: businessName === null ? detail.titleAll(app) : detail.title(app, businessName),
    section: 'connected-apps',
    above: html`<p><a class="tall" href="/connected-apps">${detail.list}</a></p>`,
    body: html`<div class="who">
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
  })
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

function permissionSections(grant: Grant, isAnothers: boolean, context: PageContext): Html {
  const { detail } = context.words.apps
  const permissions = describeScopes(grant.scopes)
  const section = (heading: string, kind: Permission['kind']): HtmlValue => {
    const list = permissions.filter((permission) => permission.kind === kind)
    const view = {
      permissions: list,
      appName: grant.application.name,
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
