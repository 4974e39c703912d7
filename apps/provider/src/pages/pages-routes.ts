import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { Router } from 'express'
import type { BusinessAccessStore } from '#access/business-access-store.ts'
import type { EndingsStore } from '#access/endings-store.ts'
import type { ApplicationLogStore } from '#application-log/application-log-store.ts'
import type { AnswerStore } from '#authorize/answer-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { SilentApprovalStore } from '#authorize/silent-approval-store.ts'
import { createPlanStore } from '#business-choice/plan-store.ts'
import { createPlansRoutes } from '#business-choice/plans-routes.ts'
import type { GrantStore } from '#access/grant-store.ts'
import { createConnectedAppsRoutes } from '#connected-apps/connected-apps-routes.ts'
import { createConsentRoutes } from '#consent/consent-routes.ts'
import { createConsentViewStore } from '#consent/consent-view-store.ts'
import type { ApplicationStore } from '#clients/application-store.ts'
import type { Database } from '#database/database.ts'
import { createDevelopersRoutes } from '#developers/developers-routes.ts'
import { createBrowserSessionStore } from '#login/browser-session-store.ts'
import { createLoginRoutes } from '#login/login-routes.ts'
import { createSignInService } from '#login/sign-in-middleware.ts'
import type { PageKitConfig } from './page-kit-middleware.ts'
import { createSiteRoutes } from './site-routes.ts'
import { pageKitFor } from './stop-routes.ts'

/** What Harbour's pages use of the provider. */
export interface PagesDependencies {
  /** Sent as `iss`; undefined when the switch is off. */
  readonly issuer: () => string | undefined
  readonly config: PageKitConfig & {
    readonly accessTokenSeconds: number
    readonly secretOverlapSeconds: number
    readonly closedUntilMs: number | undefined
  }
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
  readonly businessAccess: BusinessAccessStore
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly silentApprovals: SilentApprovalStore
  readonly grants: GrantStore
  readonly endings: EndingsStore
  readonly applications: ApplicationStore
  readonly applicationLog: ApplicationLogStore
}

/** Every page of Harbour. A list: what a person can open is what stands here. */
export function createPagesRoutes(deps: PagesDependencies): Router {
  const { db, clock, logger, config, businessAccess, pendingAuthorizations } = deps
  const kit = pageKitFor(deps)
  const sessions = createBrowserSessionStore(db, clock, kit.isSecure)
  const signIns = createSignInService({
    ...{ db, clock, logger, kit, sessions },
    lines: deps.lines,
    secrets: config.secrets,
  })
  const plans = createPlanStore(db, clock)
  const liveGrants = async (userId: string) =>
    (await deps.grants.listFor(userId)).filter((grant) => grant.ended === null)
  const views = createConsentViewStore({
    businessAccess,
    pendingAuthorizations,
    earlierGrants: async (userId, applicationId) =>
      (await liveGrants(userId)).filter((grant) => grant.application.id === applicationId),
  })
  const businessNames = async (userId: string) =>
    (await businessAccess.listFor(userId))
      .filter((business) => !business.isArchived)
      .map((business) => business.name)

  const router = Router()
  const { closedUntilMs } = config
  if (closedUntilMs !== undefined) {
    router.use((req, res, next) => {
      if (clock() >= closedUntilMs) return next()
      kit.sendStop(req, res, { kind: 'closed', untilMs: closedUntilMs })
    })
  }
  router.use(kit.showKept)
  router.use(createSiteRoutes({ kit, sessions, businessNames }))
  router.use(
    createLoginRoutes({
      kit,
      sessions,
      signIns,
      lastAppName: async (userId) => (await liveGrants(userId))[0]?.application.name,
    }),
  )
  router.use(
    createConsentRoutes({
      ...deps,
      kit,
      sessions,
      signIns,
      views,
      countBusinesses: async (userId) => (await businessNames(userId)).length,
    }),
  )
  router.use(
    createPlansRoutes({
      kit,
      sessions,
      businessAccess,
      pendingAuthorizations,
      plans,
      plansAreFree: config.plansAreFree,
      appsOf: async (userId, businessId) =>
        (await liveGrants(userId))
          .filter((grant) => grant.businessId === null || grant.businessId === businessId)
          .filter((grant) => !grant.application.isDeleted)
          .map((grant) => grant.application),
    }),
  )
  router.use(createConnectedAppsRoutes({ ...deps, kit, sessions }))
  router.use(createDevelopersRoutes({ ...deps, kit, sessions }))
  return router
}
