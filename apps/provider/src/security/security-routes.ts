import { Router } from 'express'
import { type ChangePasswordParts, createChangePasswordRoutes } from './change-password-routes.ts'
import { createManageCodesRoutes, type ManageCodesParts } from './manage-codes-routes.ts'
import { createPasskeysRoutes, type PasskeysParts } from './passkeys-routes.ts'
import { createSecurityOverviewRoutes, type SecurityOverviewParts } from './security-overview-routes.ts'
import { createTurnOnCodesRoutes, type TurnOnCodesParts } from './turn-on-codes-routes.ts'

type SecurityParts = SecurityOverviewParts &
  PasskeysParts &
  ChangePasswordParts &
  TurnOnCodesParts &
  ManageCodesParts

/** Serves account security: changing the password, codes from an app, passkeys, and signing out other browsers. */
export function createSecurityRoutes(deps: SecurityParts): Router {
  return Router().use(
    createSecurityOverviewRoutes(deps),
    createPasskeysRoutes(deps),
    createChangePasswordRoutes(deps),
    createTurnOnCodesRoutes(deps),
    createManageCodesRoutes(deps),
  )
}
