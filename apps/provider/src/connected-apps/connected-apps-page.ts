import { shownName } from '#pages/shown-name.ts'
import { countThings } from '#permissions/permissions.ts'
import { isPersonalToken } from '#grants/grant.ts'
import { formatAgo, formatCalendarDay, formatDay, formatDayAndAgo } from '#pages/dates.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { appLogo } from '#pages/partials.ts'
import type { AppGroup, AppRow } from './app-groups.ts'

type ConnectedAppsView = {
  readonly groups: readonly AppGroup[]
  readonly search: string
  /** False if the counters of use could not be read. */
  readonly isUseKnown: boolean
  /** True if this person has anything connected, regardless of the search. */
  readonly hasAny: boolean
  /** True if this person connected any of it. Only that can be removed all at once. */
  readonly hasOwn: boolean
}

/** Shows page A10: which applications can see which business. */
export function connectedAppsPage(view: ConnectedAppsView, context: PageContext): Page {
  const words = context.words.apps
  const noMatch = view.hasAny && view.groups.length === 0 ? words.noMatch(shownName(view.search)) : undefined
  return {
    title: words.title,
    status: 200,
    news: view.search === '' ? undefined : (noMatch ?? context.words.frame.searched(shownName(view.search))),
    section: 'connected-apps',
    isWide: true,
    body: html`<h1>${words.title}</h1>
      <form method="get" action="/connected-apps" role="search" class="field">
        <label for="q">${words.filter}</label>
        <div class="with-button">
          <input class="input" id="q" name="q" type="search" autocomplete="off" value="${view.search}" />
          <button class="button">${words.filterButton}</button>
        </div>
      </form>
      ${!view.hasAny && html`<p class="block">${words.empty}</p>`}
      ${noMatch !== undefined && html`<p class="block" role="status">${noMatch}</p>`}
      ${view.search !== '' && html`<p><a class="tall" href="/connected-apps">${words.showAll}</a></p>`}
      ${!view.isUseKnown && html`<div class="notice block" role="status"><p>${words.partial}</p></div>`}
      ${view.groups.map((group) => groupSection(group, context))}
      ${
        view.hasAny &&
        html`<details class="block">
            <summary>${words.why}</summary>
            <p class="inside">${words.whyBody}</p>
          </details>
          ${
            view.hasOwn &&
            html`<p class="block">
              <a class="button danger" href="/connected-apps/remove-all">${words.removeAll}</a>
            </p>`
          }`
      }`,
  }
}

function groupSection(group: AppGroup, context: PageContext): Html {
  const words = context.words.apps
  const name = group.businessName === null ? words.allBusinesses : shownName(group.businessName)
  return html`<section>
    <h2>${name}</h2>
    ${
      group.isPaused &&
      html`<div class="notice warn">
        <p>
          ${words.paused(name, group.planEndedOn === null ? undefined : formatCalendarDay(group.planEndedOn, context.dates))}
        </p>
        <a class="tall" href="/plans#plan-${group.businessId ?? ''}"
          >${context.plansAreFree ? words.renew : context.words.frame.plans}<span class="unseen">
            ${name}</span
          ></a
        >
      </div>`
    }
    <table class="apps">
      <caption class="unseen">
        ${words.caption(name)}
      </caption>
      <thead class="unseen">
        <tr>
          ${[words.columns.app, words.columns.sees, words.columns.read, words.columns.since, words.details].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${group.rows.map((row) => appRow(row, name, context))}
      </tbody>
    </table>
  </section>`
}

function appRow(row: AppRow, businessName: string, context: PageContext): Html {
  const words = context.words.apps
  const { grant } = row
  const { application } = grant
  const host = hostOf(application.homePageUrl)
  return html`<tr>
    <th scope="row">
      <div class="app-row">
        ${appLogo(application)}
        <div>
          <b>${shownName(application.name)}</b>
          ${host !== undefined && html`<span class="hint">${host}</span>`} ${unusedTag(row, context)}
          ${originOf(row, context)}
          ${grant.endsAtMs !== null && html`<span class="hint">${words.tokenEnds(formatDay(grant.endsAtMs, context.dates))}</span>`}
          ${!row.mayOpen && html`<span class="hint">${words.removableBy(shownName(grant.userName))}</span>`}
          ${application.isDeleted && html`<span class="said">${words.deleted}</span>`}
        </div>
      </div>
    </th>
    <td>${ableTo(grant, context)}</td>
    <td>${row.use.kind !== 'unknown' && lastRead(row, context)}</td>
    <td>${words.since(formatDay(grant.grantedAtMs, context.dates))}</td>
    <td>
      ${
        row.mayOpen &&
        html`<a class="button" href="${pathOfGrant(grant)}">
          ${words.details}<span class="unseen"
            >${words.detailsOf(shownName(application.name), businessName)}</span
          >
        </a>`
      }
    </td>
  </tr>`
}

/** Shows whether it is a personal token, and the owner if that is another person. */
function originOf({ grant, isByOther }: AppRow, { words: { apps } }: PageContext): HtmlValue {
  const name = shownName(grant.userName)
  if (isPersonalToken(grant)) {
    if (!isByOther) return html`<span class="hint">${apps.token}</span>`
    return html`<span class="hint">${(grant.isPartOfAll ? apps.tokenAllBy : apps.tokenBy)(name)}</span>`
  }
  return (
    isByOther &&
    html`<span class="hint">${(grant.isPartOfAll ? apps.connectedAllBy : apps.connectedBy)(name)}</span>`
  )
}

function unusedTag({ use }: AppRow, context: PageContext): HtmlValue {
  if (use.kind !== 'unused_since') return undefined
  return html`<span class="tag quiet"
    >${context.words.apps.notUsedSince(formatDay(use.atMs, context.dates))}</span
  >`
}

/** Formats the last use: "Last read 2 minutes ago"; if older than a day, also with its date. */
function lastRead({ grant }: AppRow, context: PageContext): string {
  const words = context.words.apps
  const { lastUsedAtMs } = grant
  if (lastUsedAtMs === null) return words.neverRead
  const isRecent = context.dates.nowMs - lastUsedAtMs < 86_400_000
  return words.lastRead(
    isRecent ? formatAgo(lastUsedAtMs, context.dates) : formatDayAndAgo(lastUsedAtMs, context.dates),
  )
}

/** Returns the address of a grant's page; of one business, if that part of a grant over all is shown. */
export function pathOfGrant({ id, businessId, isPartOfAll }: AppRow['grant']): string {
  return isPartOfAll ? `/connected-apps/${id}/businesses/${businessId ?? ''}` : `/connected-apps/${id}`
}

/** Returns the host of an application's registered home page; undefined if it has none or an invalid one. */
export function hostOf(homePageUrl: string | null): string | undefined {
  return homePageUrl !== null && URL.canParse(homePageUrl) ? new URL(homePageUrl).host : undefined
}

/** Shows "Can see 5 things", and below it what the application can change and send. */
function ableTo({ scopes }: AppRow['grant'], { words }: PageContext): HtmlValue {
  const { see, change, send } = countThings(scopes)
  const texts = [
    ...(see === 0 ? [] : [words.apps.canSee(see)]),
    ...(change === 0 ? [] : [words.apps.canChange(change)]),
    ...(send === 0 ? [] : [words.apps.canSend(send)]),
  ]
  return texts.map((text, place) => (place === 0 ? text : html`<br />${text}`))
}
