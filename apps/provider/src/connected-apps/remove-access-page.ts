import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import { type Grant, isPersonalToken } from '#grants/grant.ts'
import { html, type HtmlValue } from '#html/html.ts'
import { formatDay } from '#pages/dates.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { PageContext } from '#pages/page.ts'
import { removalForm } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { isConfirmed, signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import {
  grantOpener,
  hostOf,
  type OpenedGrant,
  pathOfGrant,
  shownBusiness,
} from './opened-grant-responder.ts'

const REMOVE_ALL = '/connected-apps/remove-all'
const REMOVAL = ['/connected-apps/:grantId/remove', '/connected-apps/:grantId/businesses/:businessId/remove']

type RemovalParts = Parameters<typeof grantOpener>[0] & {
  readonly grants: Pick<GrantStore, 'listFor'>
  readonly accessRevocations: Pick<AccessRevocationStore, 'removeAll' | 'takeOut' | 'withdrawGrant'>
}

/** Adds pages A12 and A13: the removal of one application's access, or of all. */
export function addRemoveAccessPages(pages: PageRouter, deps: RemovalParts): void {
  const signedIn = pages.opening(signedInOpener('/connected-apps'))

  signedIn.get(REMOVE_ALL, async (visit, account) => {
    if (isConfirmed(visit, account, REMOVE_ALL)) await showRemoveAll(deps, visit, account)
  })

  signedIn.post(REMOVE_ALL, async (visit, account) => {
    const { userId } = account
    if (!(await visit.isOwnForm('remove-all', userId))) return
    if (!isConfirmed(visit, account, REMOVE_ALL)) return
    const count = await deps.accessRevocations.removeAll(userId)
    visit.note('access.removed_all', { count, userId })
    const { done, doneBody } = visit.context().words.apps.removeAllPage
    visit.show({ title: done, section: 'connected-apps', body: html`<p>${doneBody}</p>` })
  })

  const opened = pages.opening(grantOpener(deps))
  opened.get(REMOVAL, async (visit, found) =>
    found.grant.ended === null
      ? showRemove(visit, found, 'asked')
      : showRemoved(visit, found.grant, 'before'),
  )
  opened.post(REMOVAL, (visit, found) => removeAccess(deps, visit, found))
}

async function showRemoveAll(
  { grants }: RemovalParts,
  visit: Visit,
  { userId }: BrowserAccount,
): Promise<void> {
  const count = (await grants.listFor(userId)).length
  const csrf = await visit.token('remove-all', userId)
  const words = visit.context().words.apps.removeAllPage
  const leave = { path: '/connected-apps', label: words.keep }
  const button = count > 0 ? words.button : undefined
  visit.show({
    title: words.title,
    section: 'connected-apps',
    body: html`<p>${count === 0 ? words.nothing : words.body(count)}</p>
      ${removalForm({ action: REMOVE_ALL, csrf, leave, button })}`,
  })
}

async function removeAccess(
  deps: RemovalParts,
  visit: Visit,
  { account, grant }: OpenedGrant,
): Promise<void> {
  const { accessRevocations } = deps
  const { id: grantId, businessId } = grant
  const { userId } = account
  if (!(await visit.isOwnForm('remove', grantId, userId))) return
  if (grant.ended !== null) return showRemoved(visit, grant, 'before')
  try {
    if (grant.isPartOfAll && businessId !== null) await accessRevocations.takeOut(grantId, businessId, userId)
    else await accessRevocations.withdrawGrant(grantId)
  } catch (error) {
    visit.note('access.removal_failed', { grantId, err: error }, 'error')
    return showRemove(visit, { account, grant }, 'failed')
  }
  visit.note('access.removed', { grantId, businessId, userId })
  showRemoved(visit, grant, 'now')
}

/** Shows page A12: what stops and what may stay, before access is removed. */
async function showRemove(
  visit: Visit,
  { account, grant }: OpenedGrant,
  state: 'asked' | 'failed',
): Promise<void> {
  const csrf = await visit.token('remove', grant.id, account.userId)
  const context = visit.context()
  const words = context.words.apps.remove
  const app = shownName(grant.application.name)
  const business = shownBusiness(grant)
  const hasFailed = state === 'failed'
  const action = `${pathOfGrant(grant)}/remove`
  const leave = { path: pathOfGrant(grant), label: words.keep }
  visit.show({
    title: business === null ? words.titleAll(app) : words.title(app, business),
    status: hasFailed ? 503 : 200,
    section: 'connected-apps',
    hasProblem: hasFailed,
    showsReference: hasFailed,
    above:
      hasFailed &&
      html`<div class="problem" role="alert" tabindex="-1" data-problem><p>${words.failed(app)}</p></div>`,
    body: html`${removalOf(grant, context)} ${removalForm({ action, csrf, leave, button: words.button })}`,
  })
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

/** Shows that access was removed, now or before. */
export function showRemoved(visit: Visit, grant: Grant, when: 'now' | 'before'): void {
  const context = visit.context()
  const words = context.words.apps.remove
  const isAlready = when === 'before'
  const app = shownName(grant.application.name)
  const business = shownBusiness(grant)
  const done = business === null ? words.doneAll(app) : words.done(app, business)
  const endedAtMs = grant.ended?.atMs ?? context.dates.nowMs
  visit.show({
    title: isAlready ? words.alreadyTitle(app) : done,
    section: 'connected-apps',
    body: html`${isAlready && html`<p>${words.already(formatDay(endedAtMs, context.dates))}</p>`}
      ${!grant.application.isDeleted && !isPersonalToken(grant) && html`<p>${words.changedMind(app)}</p>`}
      <p class="block"><a class="button" href="/connected-apps">${context.words.apps.detail.list}</a></p>`,
  })
}
