import type { ApplicationId, AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { decideBusinessChoice, type BusinessChoiceView } from './business/business-choice.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { formActionSource } from '#pages/page-headers.ts'
import { consentPage, type ConsentView } from './consent/consent-page.ts'
import { comparedBusiness, compareWithEarlier, type EarlierGrant } from './consent/earlier-consent.ts'
import { noBusinessPage } from './business/business-page.ts'
import type { Example } from '#permissions/permission-list.ts'
import type { Permission } from '@counterfoil/oauth/permissions'
import { appOf, heldUntil, timeLeftPart } from './request-view.ts'
import { nextPrompt } from './prompts.ts'

/** The values of a consent form that was not yet submitted, or was rejected. */
export type ConsentForm = {
  readonly picked: string | undefined
  readonly search: string
  readonly kept: readonly string[] | undefined
  readonly fault: ConsentView['fault']
}

export type PageInput = ConsentForm & {
  readonly wasChecked: boolean
  readonly csrf: string
  readonly moreTimeCsrf: string
}

export interface PromptViewParts {
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
    search: input.search,
    kept: input.kept,
    fault: input.fault,
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
