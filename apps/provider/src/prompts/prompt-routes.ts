import type { Clock } from '@counterfoil/service/values/clock'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { addCodePages } from '#sign-in/code-page.ts'
import { addSignInPages, type SignInParts } from '#sign-in/sign-in-page.ts'
import { accountFor, type BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { addAccountPage } from './account/account-page.ts'
import { addAnswerPages } from './answer-page.ts'
import { type Asked, createRequestOpener, handleOf, pathOf } from './open-request-responder.ts'
import { nextPrompt } from './prompts.ts'
import { appOf, extendedUntil, heldUntil, timeLeftPart } from './request-view.ts'
import { signInInsideRequest } from './sign-in/sign-in-place-responder.ts'
import type { ApplicationId, AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { decideBusinessChoice, type BusinessChoiceView } from './business/business-choice.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { formActionSource } from '#pages/page-headers.ts'
import { type ConsentForm, consentPage } from './consent/consent-page.ts'
import { comparedBusiness, compareWithEarlier, type EarlierGrant } from './consent/earlier-consent.ts'
import { noBusinessPage } from './business/business-page.ts'
import type { Example } from '#permissions/permission-list.ts'
import type { Permission } from '@counterfoil/oauth/permissions'

interface PromptParts extends SignInParts, PromptViewParts {
  readonly clock: Clock
  readonly sessions: Pick<BrowserSessionStore, 'makeCurrent'>
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly issuerFor: IssuerFor
  readonly countBusinesses: (userId: UserId) => Promise<number>
}

const MAX_QUERY_CHARACTERS = 200

/**
 * Adds everything under `/authorize/:handle`. Each post changes one fact and redirects (303) to a page that evaluates the list of
 * prompts again, so that reload, Back and a second tab are harmless. The server holds the request; a form carries only its handle
 * and a token that is bound to the browser, the request and the person it was shown to.
 */
export function addPromptPages(pages: PageRouter, deps: PromptParts): void {
  const requests = createRequestOpener(deps)
  const show = (visit: Visit, asked: Asked, form: ConsentForm) => showPrompt(deps, visit, asked, form)
  const signInPlaces = signInInsideRequest({ ...deps, requests })
  addSignInPages(pages, deps, signInPlaces)
  addCodePages(pages, deps, signInPlaces)
  addAccountPage(pages, { ...deps, requests })
  addAnswerPages(pages, { ...deps, requests, show })
  const opened = pages.opening(requests.open)

  // Evaluates the list of prompts and shows the first one that is needed.
  opened.get('/authorize/:handle', async (visit, request) => {
    const account = accountFor(request, await visit.session())
    if (account.kind === 'known') {
      const asked = { request, account: account.account }
      const picked = visit.query('chosen')?.slice(0, MAX_QUERY_CHARACTERS)
      const search = visit.query('q')?.slice(0, MAX_QUERY_CHARACTERS) ?? ''
      return show(visit, asked, { fault: 'none', picked, search, kept: undefined })
    }
    const page =
      nextPrompt({ account: account.kind, choice: undefined }) === 'sign_in' ? 'sign-in' : 'accounts'
    visit.seeOther(`${pathOf(visit)}/${page}`)
  })

  // "I need more time" extends the request, a limited number of times.
  opened.post('/authorize/:handle/more-time', async (visit, request) => {
    if (!(await visit.isOwnForm(handleOf(visit), 'more-time'))) return
    const untilMs = extendedUntil(request, visit.context().dates.nowMs)
    if (untilMs !== undefined) await deps.pendingAuthorizations.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(visit.field('return_to'))
    visit.seeOther(back?.startsWith(pathOf(visit)) === true ? back : pathOf(visit))
  })
}

/** Answers with the next prompt for this person, with the tokens of its forms. */
async function showPrompt(
  deps: PromptViewParts,
  visit: Visit,
  { request, account }: Asked,
  form: ConsentForm,
): Promise<void> {
  const handle = handleOf(visit)
  const csrf = await visit.token(handle, account.userId)
  const moreTimeCsrf = await visit.token(handle, 'more-time')
  const input = { ...form, wasChecked: visit.query('checked') === '1', csrf, moreTimeCsrf }
  visit.show(await buildPromptPage(deps, { handle, request, account, input, context: visit.context() }))
}

export type PageInput = ConsentForm & {
  readonly wasChecked: boolean
  readonly csrf: string
  readonly moreTimeCsrf: string
}

interface PromptViewParts {
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly pendingAuthorizations: Pick<PendingAuthorizationStore, 'extend'>
  readonly earlierGrants: (userId: UserId, applicationId: ApplicationId) => Promise<readonly EarlierGrant[]>
}

/** A request, the account that answers it, and the state of its form. */
type PromptInput = {
  readonly handle: AuthorizationHandle
  readonly request: PendingAuthorization
  readonly account: BrowserAccount
  readonly input: PageInput
  readonly context: PageContext
}

/** Loads the data of the next prompt for this account and builds its page. */
export async function buildPromptPage(deps: PromptViewParts, prompt: PromptInput): Promise<Page> {
  const { handle, request, account, input, context } = prompt
  const { application } = request
  const [businesses, grants] = await Promise.all([
    deps.businessAccess.listFor(account.userId),
    deps.earlierGrants(account.userId, application.id),
  ])
  const choice = decideBusinessChoice({ businesses, asked: request.askedBusiness, ...input })
  const shared = {
    handle,
    application,
    appHost: appOf(request).host,
    email: account.email,
    csrf: input.csrf,
    formRedirectOrigin: formActionSource(request.redirectUri),
  }
  if (nextPrompt({ account: 'known', choice: choice.kind }) === 'consent' && choice.kind === 'choose')
    return consentPage({ ...shared, ...consentParts(prompt, choice, grants) }, context)
  const heldUntilMs = heldUntil(request, context.dates.nowMs)
  await deps.pendingAuthorizations.extend(request.id, heldUntilMs, 'held')
  const isBlocked = choice.kind === 'none_choosable'
  const view = {
    ...shared,
    blocked: isBlocked ? choice.blocked : [],
    asked: isBlocked ? choice.asked : ({ kind: 'none' } as const),
    heldUntilMs,
    wasChecked: input.wasChecked,
  }
  return noBusinessPage(view, context)
}

/** Returns the values of the consent page that other prompts do not have. */
function consentParts(
  { handle, request, account, input, context }: PromptInput,
  choice: Extract<BusinessChoiceView, { kind: 'choose' }>,
  grants: readonly EarlierGrant[],
) {
  const returnTo = `/authorize/${handle}`
  const exampleOf =
    choice.choosable.find((business) => business.businessId === choice.chosenId) ?? choice.choosable[0]
  return {
    scopes: request.scopes,
    choice,
    earlier: compareWithEarlier(
      request.scopes,
      grants,
      comparedBusiness(request.application.restriction, choice),
    ),
    // A grant over all businesses is not listed at any one business.
    connectedAtMs: new Map(
      grants.flatMap(({ businessId, grantedAtMs }) =>
        businessId === null ? [] : [[businessId, grantedAtMs] as const],
      ),
    ),
    ...input,
    examples: exampleOf === undefined ? {} : examplesFor(account, exampleOf),
    timeLeft: timeLeftPart({ handle, csrf: input.moreTimeCsrf, returnTo, ...request }, context),
  }
}

/** Returns examples from this person's own data, of the kinds that Harbour stores. */
function examplesFor(
  account: BrowserAccount,
  business: BusinessAccess,
): Readonly<Partial<Record<Permission['key'], Example>>> {
  const of = (parts: readonly (string | null)[]) =>
    parts.filter((part) => part !== null && part !== '').join(' · ')
  return {
    see_profile: {
      businessName: account.name,
      text: of([account.name, account.name === account.email ? null : account.email]),
    },
    see_business: {
      businessName: business.name,
      text: of([business.name, business.city, business.currencyCode]),
    },
  }
}
