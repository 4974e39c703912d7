import { Router } from 'express'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { Database } from '#database/database.ts'
import { createDeviceKeeper } from '#sign-in/complete-sign-in-responder.ts'
import { createTries } from '#sign-in/tries-responder.ts'
import { createForgotPasswordRoutes, type ForgotPasswordParts } from './forgot-password-routes.ts'
import { createResetLinkRoutes, type ResetLinkParts } from './reset-link-routes.ts'

type PasswordResetOptions = Omit<ForgotPasswordParts & ResetLinkParts, 'tries' | 'keepDevice'> & {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

/** A link by mail to set a password that was forgotten. */
export function createPasswordResetRoutes(options: PasswordResetOptions): Router {
  const deps = { ...options, tries: createTries(options), keepDevice: createDeviceKeeper(options) }
  return Router().use(createForgotPasswordRoutes(deps), createResetLinkRoutes(deps))
}
