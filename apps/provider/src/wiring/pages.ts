import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { Router, type RequestHandler } from 'express'
import type { ApplicationId, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import { createPlanStore } from '#businesses/plan-store.ts'
import { createPlansRoutes } from '#plans/plans-routes.ts'
import { isPersonalToken } from '#grants/grant.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import { createConnectedAppsRoutes } from '#connected-apps/connected-apps-routes.ts'
import { createPromptRoutes } from '#prompts/prompt-routes.ts'
import { createPromptViewStore } from '#prompts/prompt-view.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Database } from '#database/database.ts'
import { createDevelopersRoutes } from '#developers/developers-routes.ts'
import { createPersonalTokenRoutes } from '#developers/personal-token-routes.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import { createBrowserSessionStore } from '#users/browser-session-store.ts'
import { createOwnBrowsersStore } from '#users/own-browsers-store.ts'
import { createEndSessionRoutes } from '#sign-in/end-session-routes.ts'
import { createLoginRoutes } from '#sign-in/sign-in-routes.ts'
import { createSecondStep } from '#sign-in/second-step-responder.ts'
import { createSecondStepRoutes } from '#sign-in/second-step-routes.ts'
import { createSecurityRoutes } from '#security/security-routes.ts'
import { createPasskeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import { createPasskeyAttempts } from '#sign-in/passkey-attempt-responder.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { createSignInService } from '#sign-in/sign-in-responder.ts'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { createPasswordResetRoutes } from '#password-reset/password-reset-routes.ts'
import type { PasswordResetStore } from '#password-reset/password-reset-store.ts'
import type { PageResponder, PageResponderConfig } from '#pages/page-responder.ts'
import { createSharedEstimateStore } from '#books/estimates/shared-estimate-store.ts'
import { createSharedInvoiceStore } from '#books/invoices/shared-invoice-store.ts'
import type { BooksWriters } from '#books/books-writers.ts'
import type { MessageQuotas } from '#books/messages/message-quota.ts'
import type { MessageStore } from '#books/messages/message-store.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import { createPaymentDetailsRoutes } from '#payment-details/payment-details-routes.ts'
import { createPaymentDetailsStore } from '#payment-details/payment-details-store.ts'
import { createSentMessagesRoutes } from '#sent-messages/sent-messages-routes.ts'
import { createDocumentLinkStore } from '#shared-documents/document-link-store.ts'
import { createMadeLinksStore } from '#shared-documents/made-links-store.ts'
import { createSharedDocumentsRoutes } from '#shared-documents/shared-documents-routes.ts'
import { createSiteRoutes } from '#site/site-routes.ts'
import { createAccountStore } from '#users/user-store.ts'

/** What Harbour's pages use of the provider. */
export interface PagesDependencies {
  readonly issuerFor: IssuerFor
  readonly config: PageResponderConfig & {
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
    readonly sendsIssuer: boolean
    readonly closedUntilMs: number | undefined
    readonly offersSecondFactor: boolean
    readonly mail: { readonly quotas: MessageQuotas }
  }
  readonly responder: PageResponder
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
  readonly writers: BooksWriters
  readonly businessAccess: BusinessAccessStore
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly grants: GrantStore
  readonly accessRevocations: AccessRevocationStore
  readonly applications: ApplicationStore
  readonly applicationLog: ApplicationLogStore
  readonly messages: MessageStore
  readonly printPdf: PdfPrinter
  readonly limits: ProviderLimits
  readonly personalTokens: PersonalTokenStore
  readonly accountMails: AccountMailStore
  readonly passwordResets: PasswordResetStore
  readonly secondFactors: SecondFactorStore
  readonly passkeyStore: PasskeyStore
  readonly providerMetrics: Pick<ProviderMetrics, 'signIn'>
}

/** Every page of Harbour. A list: what a person can open is what is here. */
export function createPagesRoutes(deps: PagesDependencies): Router {
  const { db, clock, config, responder, businessAccess, pendingAuthorizations } = deps
  const sessions = createBrowserSessionStore(db, clock, responder.isSecure)
  const { secrets } = config
  const passkeys = createPasskeys({ ...deps, secrets, passkeys: deps.passkeyStore })
  const tryPasskey = createPasskeyAttempts({ ...deps, secrets, passkeys })
  const secondStep = createSecondStep({ ...deps, secrets, tryPasskey })
  const signIns = createSignInService({ ...deps, sessions, secrets, secondStep, tryPasskey, passkeys })
  const look = createLooks(deps)
  const views = createPromptViewStore({ businessAccess, pendingAuthorizations, ...look })
  const stores = { accounts: createAccountStore(db), madeLinks: createMadeLinksStore(deps) }
  const pages = { ...deps, ...look, ...stores, sessions, secondStep, passkeys }

  const router = Router()
  router.use(closedMiddleware(deps))
  router.use(responder.showKept)
  router.use(createSiteRoutes(pages))
  router.use(createLoginRoutes({ ...pages, signIns }))
  router.use(createEndSessionRoutes(pages))
  router.use(createSecondStepRoutes({ ...pages, signIns }))
  const security = { browsers: createOwnBrowsersStore(deps), offersSecondFactor: config.offersSecondFactor }
  router.use(createSecurityRoutes({ ...pages, ...security, signIns }))
  router.use(createPasswordResetRoutes({ ...pages, secrets: config.secrets }))
  router.use(createPromptRoutes({ ...pages, signIns, views }))
  router.use(
    createPlansRoutes({
      ...pages,
      requests: pendingAuthorizations,
      plans: createPlanStore(db, clock),
      plansAreFree: config.plansAreFree,
    }),
  )
  router.use(createConnectedAppsRoutes(pages))
  // Before the address of one application, which would take "tokens" for an id.
  router.use(createPersonalTokenRoutes(pages))
  router.use(createDevelopersRoutes(pages))
  router.use(
    createSharedDocumentsRoutes({
      ...pages,
      invoices: createSharedInvoiceStore(deps),
      estimates: createSharedEstimateStore(deps),
      links: createDocumentLinkStore(deps),
    }),
  )
  router.use(createSentMessagesRoutes(pages))
  router.use(createPaymentDetailsRoutes({ ...pages, details: createPaymentDetailsStore(deps) }))
  return router
}

/** What several pages say of a person: their businesses, and the applications they let in. */
function createLooks({ grants, businessAccess }: Pick<PagesDependencies, 'grants' | 'businessAccess'>) {
  const liveGrants = async (userId: UserId) =>
    (await grants.listFor(userId)).filter((grant) => grant.ended === null && !isPersonalToken(grant))
  const businessNames = async (userId: UserId) =>
    (await businessAccess.listFor(userId))
      .filter((business) => !business.isArchived)
      .map((business) => business.name)
  return {
    businessNames,
    countBusinesses: async (userId: UserId) => (await businessNames(userId)).length,
    earlierGrants: async (userId: UserId, applicationId: ApplicationId) =>
      (await liveGrants(userId)).filter((grant) => grant.application.id === applicationId),
    lastAppName: async (userId: UserId) => (await liveGrants(userId))[0]?.application.name,
    appsOf: async (userId: UserId, businessId: BusinessId) =>
      (await liveGrants(userId))
        .filter((grant) => grant.businessId === null || grant.businessId === businessId)
        .filter((grant) => !grant.application.isDeleted)
        .map((grant) => grant.application),
  }
}

/** While the provider is closed on purpose every page says so, and until when. */
function closedMiddleware({ config, clock, responder }: PagesDependencies): RequestHandler {
  const { closedUntilMs } = config
  return (req, res, next) => {
    if (closedUntilMs === undefined || clock() >= closedUntilMs) return next()
    responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
  }
}
