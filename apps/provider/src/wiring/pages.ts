import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { Router } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import { createPlanStore } from '#businesses/plan-store.ts'
import { createPlansRoutes } from '#plans/plans-routes.ts'
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
import { createLoginRoutes } from '#sign-in/sign-in-routes.ts'
import { createSignInService } from '#sign-in/sign-in-responder.ts'
import type { PageResponder, PageResponderConfig } from '#pages/page-responder.ts'
import { createSharedEstimateStore } from '#books/estimates/shared-estimate-store.ts'
import { createSharedInvoiceStore } from '#books/invoices/shared-invoice-store.ts'
import type { MessageStore } from '#books/messages/message-store.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import { createSentMessagesRoutes } from '#sent-messages/sent-messages-routes.ts'
import { createSharedDocumentsRoutes } from '#shared-documents/shared-documents-routes.ts'
import { createSiteRoutes } from '#site/site-routes.ts'

/** What Harbour's pages use of the provider. */
export interface PagesDependencies {
  /** Sent as `iss`; undefined when the switch is off. */
  readonly issuer: () => string | undefined
  readonly config: PageResponderConfig & {
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
    readonly closedUntilMs: number | undefined
  }
  readonly responder: PageResponder
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
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
}

/** Every page of Harbour. A list: what a person can open is what stands here. */
export function createPagesRoutes(deps: PagesDependencies): Router {
  const { db, clock, logger, config, responder, businessAccess, pendingAuthorizations } = deps
  const sessions = createBrowserSessionStore(db, clock, responder.isSecure)
  const signIns = createSignInService({
    ...{ db, clock, logger, responder, sessions },
    lines: deps.lines,
    secrets: config.secrets,
  })
  const plans = createPlanStore(db, clock)
  const liveGrants = async (userId: UserId) =>
    (await deps.grants.listFor(userId)).filter((grant) => grant.ended === null)
  const views = createPromptViewStore({
    businessAccess,
    pendingAuthorizations,
    earlierGrants: async (userId, applicationId) =>
      (await liveGrants(userId)).filter((grant) => grant.application.id === applicationId),
  })
  const businessNames = async (userId: UserId) =>
    (await businessAccess.listFor(userId))
      .filter((business) => !business.isArchived)
      .map((business) => business.name)

  const router = Router()
  const { closedUntilMs } = config
  if (closedUntilMs !== undefined) {
    router.use((req, res, next) => {
      if (clock() >= closedUntilMs) return next()
      responder.sendErrorPage(req, res, { kind: 'closed', untilMs: closedUntilMs })
    })
  }
  router.use(responder.showKept)
  router.use(createSiteRoutes({ responder, sessions, businessNames }))
  router.use(
    createLoginRoutes({
      responder,
      sessions,
      signIns,
      lastAppName: async (userId) => (await liveGrants(userId))[0]?.application.name,
    }),
  )
  router.use(
    createPromptRoutes({
      ...deps,
      responder,
      sessions,
      signIns,
      views,
      countBusinesses: async (userId) => (await businessNames(userId)).length,
    }),
  )
  router.use(
    createPlansRoutes({
      responder,
      sessions,
      businessAccess,
      requests: pendingAuthorizations,
      plans,
      plansAreFree: config.plansAreFree,
      appsOf: async (userId, businessId) =>
        (await liveGrants(userId))
          .filter((grant) => grant.businessId === null || grant.businessId === businessId)
          .filter((grant) => !grant.application.isDeleted)
          .map((grant) => grant.application),
    }),
  )
  router.use(createConnectedAppsRoutes({ ...deps, responder, sessions }))
  // Before the address of one application, which would take "tokens" for an id.
  router.use(createPersonalTokenRoutes({ ...deps, responder, sessions }))
  router.use(createDevelopersRoutes({ ...deps, responder, sessions }))
  router.use(
    createSharedDocumentsRoutes({
      ...deps,
      responder,
      sessions,
      invoices: createSharedInvoiceStore(db, clock),
      estimates: createSharedEstimateStore(db, clock),
    }),
  )
  router.use(createSentMessagesRoutes({ ...deps, responder, sessions }))
  return router
}
