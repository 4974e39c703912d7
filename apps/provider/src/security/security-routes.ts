import { Router } from 'express'
import { createChangePasswordRoutes } from './change-password-routes.ts'
import { createPasskeysRoutes } from './passkeys-routes.ts'
import { createManageCodesRoutes } from './manage-codes-routes.ts'
import { createSecurityOverviewRoutes } from './security-overview-routes.ts'
import type { SecurityParts } from './security-parts.ts'
import { createTurnOnCodesRoutes } from './turn-on-codes-routes.ts'

/** A person changes their own password, turns codes from an app on and off, adds and removes passkeys, and signs out in other browsers. */
export function createSecurityRoutes(deps: SecurityParts): Router {
  const router = Router()
  router.use(createSecurityOverviewRoutes(deps))
  router.use(createPasskeysRoutes(deps))
  router.use(createChangePasswordRoutes(deps))
  router.use(createTurnOnCodesRoutes(deps))
  router.use(createManageCodesRoutes(deps))
  return router
}
