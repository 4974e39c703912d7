import type { AuthorizationHandle, BusinessId, UserId } from '@counterfoil/oauth/ids'
import { hasControlCharacter } from '#applications/application.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import type { PlanStore } from '#businesses/plan-store.ts'
import { html, plainText, type Html, type HtmlValue } from '#html/html.ts'
import { parseBusinessId } from '#http/given-id.ts'
import { formatCalendarDay, formatFullDay } from '#pages/dates.ts'
import { type AppHome, wayBack } from '#pages/error-page.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault, PageContext } from '#pages/page.ts'
import { csrfField, hiddenField, inputField } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { sendToSignIn } from '#sign-in/session-responder.ts'
import { accountFor, type BrowserAccount, currentAccount } from '#users/browser-session.ts'
import { blockedReason, isFixable } from './blocked-reason.ts'

export const MAX_NAME_CHARACTERS = 100

interface PlansParts {
  readonly responder: Pick<PageResponder, 'sendErrorPage'>
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly pendingAuthorizations: Pick<PendingAuthorizationStore, 'find'>
  readonly plans: PlanStore
  readonly config: { readonly plansAreFree: boolean }
  /** Returns the home pages of the applications that can see this business, or all of this person's. */
  readonly appsOf: (userId: UserId, businessId: BusinessId) => Promise<readonly AppHome[]>
}

/** The account whose plans are shown, and the authorization request that waits for the person to return. */
type Opened = {
  readonly account: BrowserAccount
  readonly waiting: { readonly handle: AuthorizationHandle; readonly appName: string } | undefined
}

/** Adds the page of plans: renewing a plan and creating a business. Returns to a waiting request. */
export function addPlansPage(pages: PageRouter, deps: PlansParts): void {
  pages.get('/plans', async (visit) => {
    const { account, waiting } = await findPerson(deps, visit, visit.query('request'))
    if (account === undefined) return sendToSignIn(visit, '/plans')
    await showPlans(deps, visit, { account, waiting }, {})
  })

  // If plans are not free, these addresses do not exist.
  pages.router.post(['/plans/renew', '/plans/create'], (req, res, next) => {
    if (deps.config.plansAreFree) return next()
    deps.responder.sendErrorPage(req, res, { kind: 'not_found' })
  })

  const posted = pages.opening(async (visit): Promise<Opened | undefined> => {
    const { account, waiting } = await findPerson(deps, visit, visit.field('request'))
    if (account !== undefined && (await visit.hasToken('plans', account.userId))) return { account, waiting }
    if (account === undefined && visit.browserKey() !== undefined) sendToSignIn(visit, '/plans')
    else await visit.sendFormTooOld('plans', account?.userId ?? '')
    return undefined
  })
  posted.post('/plans/renew', (visit, opened) => renewPlan(deps, visit, opened))
  posted.post('/plans/create', (visit, opened) => createBusiness(deps, visit, opened))
}

async function renewPlan(deps: PlansParts, visit: Visit, opened: Opened) {
  const { userId } = opened.account
  const businessId = parseBusinessId(visit.field('business'))
  const businessName = businessId === undefined ? undefined : await deps.plans.activate(userId, businessId)
  if (businessId === undefined || businessName === undefined)
    return visit.sendErrorPage({ kind: 'not_found' })
  if (opened.waiting !== undefined) return goBack(visit, opened.waiting, businessId)
  const apps = await deps.appsOf(userId, businessId)
  await showPlans(deps, visit, opened, { done: { kind: 'renewed', businessName, apps } })
}

async function createBusiness(deps: PlansParts, visit: Visit, opened: Opened) {
  const name = (visit.field('name') ?? '').trim()
  if (name === '') return showPlans(deps, visit, opened, { nameFault: 'missing' })
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name))
    return showPlans(deps, visit, opened, { nameFault: 'too_long', newName: name })
  const businessId = await deps.plans.createBusiness(opened.account.userId, name)
  if (opened.waiting !== undefined) return goBack(visit, opened.waiting, businessId)
  await showPlans(deps, visit, opened, { done: { kind: 'created', businessName: name, apps: [] } })
}

function goBack(visit: Visit, { handle }: NonNullable<Opened['waiting']>, chosen: BusinessId): void {
  visit.seeOther(`/authorize/${handle}?chosen=${chosen}`)
}

/** Returns the request to return to while it can be answered, and its account; otherwise the account last used here. */
async function findPerson(
  { pendingAuthorizations }: PlansParts,
  visit: Visit,
  text: string | undefined,
): Promise<Partial<Pick<Opened, 'account'>> & Pick<Opened, 'waiting'>> {
  const handle = text as AuthorizationHandle | undefined
  const found = handle === undefined ? undefined : await pendingAuthorizations.find(handle)
  const session = await visit.session()
  const current = currentAccount(session)
  const own = current && { account: current }
  if (handle === undefined || found === undefined || found.answered !== null)
    return { ...own, waiting: undefined }
  const known = accountFor(found, session)
  const waiting = { handle, appName: found.application.name }
  return known.kind === 'known' ? { account: known.account, waiting } : { ...own, waiting }
}

type PlansView = {
  readonly businesses: readonly BusinessAccess[]
  readonly waiting: Opened['waiting']
  readonly csrf: string
} & PlansForm

type PlansForm = {
  readonly done?: {
    readonly kind: 'renewed' | 'created'
    readonly businessName: string
    /** Applications with access to the business whose plan was renewed, for links back to them. */
    readonly apps: readonly AppHome[]
  }
  /** The name typed for a new business. */
  readonly newName?: string
  readonly nameFault?: 'missing' | 'too_long'
}

/** Shows each business with its plan and a button to renew it, which leads straight back to a waiting request. */
async function showPlans(
  { businessAccess }: PlansParts,
  visit: Visit,
  { account: { userId }, waiting }: Opened,
  form: PlansForm,
): Promise<void> {
  const businesses = await businessAccess.listFor(userId)
  const view = { ...form, businesses, waiting, csrf: await visit.token('plans', userId) }
  const context = visit.context()
  const words = context.words.site.plans
  const messages = { missing: words.nameMissing, too_long: words.nameTooLong }
  const faults = form.nameFault === undefined ? [] : [{ fieldId: 'name', message: messages[form.nameFault] }]
  const done = form.done && words[form.done.kind](shownName(form.done.businessName))
  visit.show({
    title: words.title,
    faults,
    news: done && plainText(done),
    // Inside an authorization request the page links back to it, not to the rest of the site.
    section: waiting === undefined ? 'plans' : undefined,
    above:
      form.done !== undefined &&
      html`<div class="notice good" role="status">
        <p>${done}</p>
        ${form.done.apps.map((app) => wayBack(app, (_home, name) => context.words.errorPage.backToApp(name)))}
      </div>`,
    body: html`<p class="lede">${words.lede}</p>
      ${waiting !== undefined && html`<div class="notice"><p>${words.forApp(shownName(waiting.appName))}</p></div>`}
      <p class="hint">${context.plansAreFree ? words.demo : context.words.consent.askOperator}</p>
      ${
        businesses.length === 0
          ? html`<p>${words.none}</p>`
          : html`<ul class="cards block">
              ${businesses.map((business) => planRow(business, view, context))}
            </ul>`
      }
      ${context.plansAreFree && createForm(view, faults, context)}
      ${
        waiting !== undefined &&
        html`<p class="block">
          <a class="tall" href="/authorize/${waiting.handle}"
            >${words.backToRequest(shownName(waiting.appName))}</a
          >
        </p>`
      }`,
  })
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
        ${hiddenField('request', view.waiting?.handle)}
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
  const attributes = html`autocomplete="organization" value="${view.newName ?? ''}"`
  return html`<section id="create">
    <h2>${words.create}</h2>
    <form method="post" action="/plans/create" novalidate>
      ${csrfField(view.csrf)} ${hiddenField('request', view.waiting?.handle)}
      ${inputField({ id: 'name', label: words.name, faults, layout: 'field block', attributes })}
      <button class="button">${words.createButton}</button>
    </form>
  </section>`
}
