import type { ApplicationId, AuthorizationHandle, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { decideBusinessChoice } from '#prompts/business/business-choice.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { formActionSource } from '#pages/page-headers.ts'
import { askedNotice, consentPage, type ConsentView } from './consent-page.ts'
import { comparedBusiness, compareWithEarlier } from './earlier-consent.ts'
import { noBusinessPage } from '#prompts/business/no-business-page.ts'
import type { Example } from '#permissions/permission-list.ts'
import type { Permission } from '@counterfoil/oauth/permissions'
import type { EarlierGrant } from './earlier-grant.ts'
import { heldUntil } from '#prompts/request-time.ts'
import { timeLeftPart } from '#prompts/time-left.ts'

export type PageInput = {
  readonly fault: ConsentView['fault']
  readonly picked: string | undefined
  readonly search: string
  readonly kept: readonly string[] | undefined
  readonly wasChecked: boolean
  readonly csrf: string
  readonly moreTimeCsrf: string
}

export type ConsentViewStore = ReturnType<typeof createConsentViewStore>

/** Reads what a consent page needs to know, and gives the page of the state it is in. */
export function createConsentViewStore(deps: {
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
      if (choice.kind !== 'choose') {
        const untilMs = heldUntil(request, context.dates.nowMs)
        await deps.pendingAuthorizations.extend(request.id, untilMs, 'held')
        const blocked = choice.kind === 'none_choosable' ? choice.blocked : []
        const notice =
          choice.kind === 'none_choosable' && askedNotice(handle, application, choice.asked, context)
        const view = {
          ...shared,
          blocked,
          askedNotice: notice,
          heldUntilMs: untilMs,
          wasChecked: input.wasChecked,
        }
        return noBusinessPage(view, context)
      }
      const returnTo = `/authorize/${handle}`
      const timeLeft = timeLeftPart({ handle, csrf: input.moreTimeCsrf, returnTo, ...request }, context)
      const connected = grants.filter((grant) => grant.businessId !== null)
      const exampleOf =
        choice.choosable.find((business) => business.businessId === choice.chosenId) ?? choice.choosable[0]
      return consentPage(
        {
          ...shared,
          scopes: request.scopes,
          choice,
          earlier: compareWithEarlier(
            request.scopes,
            grants,
            comparedBusiness(application.restriction, choice),
          ),
          connectedAtMs: new Map(connected.map((grant) => [grant.businessId ?? '', grant.grantedAtMs])),
          search: input.search,
          kept: input.kept,
          fault: input.fault,
          examples: exampleOf === undefined ? {} : examplesFor(account, exampleOf),
          timeLeft,
        },
        context,
      )
    },
  }
}

/** Real rows of this person's own, of the kinds Harbour keeps. */
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
