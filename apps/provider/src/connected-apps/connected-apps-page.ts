import type { Clock } from '@counterfoil/service/values/clock'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { mayLookAfterApps } from '#businesses/business-access.ts'
import type { GrantStore, UseReading } from '#grants/grant-store.ts'
import { isPersonalToken } from '#grants/grant.ts'
import { html, type Html, type HtmlValue } from '#html/html.ts'
import { formatAgo, formatCalendarDay, formatDay, formatDayAndAgo } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { appLogo } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { countThings } from '#permissions/permissions.ts'
import { signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { type AppGroup, type AppRow, groupByBusiness } from './app-groups.ts'
import { hostOf, noteUseUnknown, pathOfGrant } from './opened-grant-responder.ts'

const MAX_SEARCH_CHARACTERS = 100

interface ConnectedAppsParts {
  readonly clock: Clock
  readonly grants: GrantStore
  readonly businessAccess: BusinessAccessStore
}

/** Adds page A10: which applications can see which business. */
export function addConnectedAppsPage(pages: PageRouter, deps: ConnectedAppsParts): void {
  pages
    .opening(signedInOpener('/connected-apps'))
    .get('/connected-apps', (visit, account) => showConnectedApps(deps, visit, account))
}

async function showConnectedApps(deps: ConnectedAppsParts, visit: Visit, { userId }: BrowserAccount) {
  const { grants, clock, businessAccess } = deps
  const search = visit.query('q')?.slice(0, MAX_SEARCH_CHARACTERS) ?? ''
  const read = (use: UseReading) =>
    Promise.all([
      grants.listFor(userId, use),
      grants.listByOthers(userId, use),
      businessAccess.listFor(userId),
    ])
  let isUseKnown = true
  const [own, byOthers, businesses] = await read('with_use').catch((error: unknown) => {
    noteUseUnknown(visit, error)
    isUseKnown = false
    return read('without_use')
  })
  const lookedAfter = new Set(
    businesses.filter(({ role }) => mayLookAfterApps(role)).map((business) => business.businessId),
  )
  const groups = groupByBusiness(own, byOthers, lookedAfter, search, clock(), isUseKnown)
  // True if this person has anything connected, regardless of the search.
  const hasAny = own.length + byOthers.length > 0
  const context = visit.context()
  const words = context.words.apps
  const noMatch = hasAny && groups.length === 0 ? words.noMatch(shownName(search)) : undefined
  visit.show({
    title: words.title,
    news: search === '' ? undefined : (noMatch ?? context.words.frame.searched(shownName(search))),
    section: 'connected-apps',
    isWide: true,
    body: html`<form method="get" action="/connected-apps" role="search" class="field">
        <label for="q">${words.filter}</label>
        <div class="with-button">
          <input class="input" id="q" name="q" type="search" autocomplete="off" value="${search}" />
          <button class="button">${words.filterButton}</button>
        </div>
      </form>
      ${!hasAny && html`<p class="block">${words.empty}</p>`}
      ${noMatch !== undefined && html`<p class="block" role="status">${noMatch}</p>`}
      ${search !== '' && html`<p><a class="tall" href="/connected-apps">${words.showAll}</a></p>`}
      ${!isUseKnown && html`<div class="notice block" role="status"><p>${words.partial}</p></div>`}
      ${groups.map((group) => groupSection(group, context))}
      ${
        hasAny &&
        html`<details class="block">
          <summary>${words.why}</summary>
          <p class="inside">${words.whyBody}</p>
        </details>`
      }
      ${
        // Only what this person connected can be removed all at once.
        own.length > 0 &&
        html`<p class="block">
          <a class="button danger" href="/connected-apps/remove-all">${words.removeAll}</a>
        </p>`
      }`,
  })
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
