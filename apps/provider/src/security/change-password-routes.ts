import type { Router } from 'express'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { passwordSetPage, setPasswordPage } from '#password-reset/password-reset-page.ts'
import type { PasswordResetStore } from '#password-reset/password-reset-store.ts'
import { findRemainingAccess, type RemainingAccessParts } from '#password-reset/remaining-access.ts'
import { createConfirmedOpener, type AccountOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'

const PASSWORD = '/security/password'

export interface ChangePasswordParts extends RemainingAccessParts {
  readonly responder: PageResponder
  readonly clock: Clock
  readonly logger: Logger
  readonly accountOf: AccountOpener
  readonly passwordResets: Pick<PasswordResetStore, 'change'>
}

/** Serves the change of the own password. */
export function createChangePasswordRoutes(deps: ChangePasswordParts): Router {
  const { clock, logger, passwordResets } = deps
  const pages = createPageRoutes(deps.responder)
  // Requires the current password: otherwise somebody who found the browser open could take over the account.
  const confirmed = pages.opening(createConfirmedOpener(deps.accountOf, clock, PASSWORD))

  confirmed.get(PASSWORD, (visit, account) => show(visit, account))

  confirmed.post(PASSWORD, async (visit, account) => {
    const { userId, email } = account
    if (!(await visit.isOwnForm('change-password', userId))) return
    const password = visit.field('password') ?? ''
    const fault = await judgePassword({ password, email })
    if (fault !== undefined) return show(visit, account, fault)
    await passwordResets.change(userId, await hashPassword(password))
    logger.info({ event: 'password.changed', userId, requestId: visit.requestId() })
    visit.render(passwordSetPage, { email, left: await findRemainingAccess(deps, userId) })
  })

  return pages.router
}

async function show(visit: Visit, { userId, email }: BrowserAccount, fault?: PasswordFault): Promise<void> {
  const csrf = await visit.token('change-password', userId)
  visit.render(setPasswordPage, { action: PASSWORD, csrf, email, personalTokens: 0, fault })
}
