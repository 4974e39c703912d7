import type { ApplicationId, AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { decideBusinessChoice, type BusinessChoiceView } from './business/business-choice.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { formActionSource } from '#pages/page-headers.ts'
import { askedNotice, consentPage, type ConsentView } from './consent/consent-page.ts'
import type { ConsentForm } from './answer-routes.ts'
import { comparedBusiness, compareWithEarlier, type EarlierGrant } from './consent/earlier-consent.ts'
import { noBusinessPage } from './business/no-business-page.ts'
import type { Example } from '#permissions/permission-list.ts'
import type { Permission } from '@counterfoil/oauth/permissions'
import { heldUntil, timeLeftPart } from './request-view.ts'
import { nextPrompt } from './prompts.ts'

export type PageInput = ConsentForm & {
  readonly fault: ConsentView['fault']
  readonly wasChecked: boolean
  readonly csrf: string
  readonly moreTimeCsrf: string
}

export type PromptViewStore = ReturnType<typeof createPromptViewStore>

/** Loads the data of the next prompt for this account and renders its page. */
export function createPromptViewStore(deps: {
  readonly businessAccess: BusinessAccessStore
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly earlierGrants: (userId: UserId, applicationId: ApplicationId) => Promise<readonly EarlierGrant[]>
}) {
  return {
    async page(
      handle: AuthorizationHandle,
      request: PendingAuthorization,
      account: BrowserAccount,
      input: PageInput,
      context: PageContext,
    ): Promise<Page> {
      const { application } = request
      const [businesses, grants] = await Promise.all([
        deps.businessAccess.listFor(account.userId),
        deps.earlierGrants(account.userId, application.id),
      ])
      const choice = decideBusinessChoice({ businesses, asked: request.askedBusiness, ...input })
      const shared = {
        handle,
        application,
        appHost: new URL(request.redirectUri).host,
        email: account.email,
        csrf: input.csrf,
        formRedirectOrigin: formActionSource(request.redirectUri),
      }
      const prompt = nextPrompt({ account: 'known', choice: choice.kind })
      if (prompt === 'consent' && choice.kind === 'choose') {
        const view = consentParts({ handle, request, account, input, context, choice, grants })
        return consentPage({ ...shared, ...view }, context)
      }
      const heldUntilMs = heldUntil(request, context.dates.nowMs)
      await deps.pendingAuthorizations.extend(request.id, heldUntilMs, 'held')
      const isBlocked = choice.kind === 'none_choosable'
      const view = {
        ...shared,
        blocked: isBlocked ? choice.blocked : [],
        askedNotice: isBlocked && askedNotice(handle, application, choice.asked, context),
        heldUntilMs,
        wasChecked: input.wasChecked,
      }
      return noBusinessPage(view, context)
    },
  }
}

/** Returns the values of the consent page that other prompts do not have. */
function consentParts(of: {
  readonly handle: AuthorizationHandle
  readonly request: PendingAuthorization
  readonly account: BrowserAccount
  readonly input: PageInput
  readonly context: PageContext
  readonly choice: Extract<BusinessChoiceView, { kind: 'choose' }>
  readonly grants: readonly EarlierGrant[]
}) {
  const { handle, request, account, input, context, choice, grants } = of
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
