import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { formText } from '#http/form-fields.ts'
import { passwordSetPage, setPasswordPage } from '#password-reset/password-reset-page.ts'
import { findRemainingAccess } from '#password-reset/remaining-access.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'
import { confirmedAccount, type SecurityParts } from './security-parts.ts'

const PASSWORD = '/security/password'

/** A person changes their own password. */
export function createChangePasswordRoutes(deps: SecurityParts): Router {
  const { responder } = deps
  const router = Router()

  router.get(PASSWORD, async (req, res) => {
    const account = await accountToChangePassword(deps, req, res)
    if (account !== undefined) await showPassword(deps, req, res, { account, fault: undefined })
  })

  router.post(PASSWORD, ...responder.ownForm, (req, res) => changePassword(deps, req, res))

  return router
}

/** Somebody who found the browser open could take the account: the present password is asked for. */
async function accountToChangePassword(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  return account === undefined ? undefined : confirmedAccount(deps, res, { account, path: PASSWORD })
}

async function showPassword(
  { responder }: SecurityParts,
  req: Request,
  res: Response,
  { account, fault }: { readonly account: BrowserAccount; readonly fault: PasswordFault | undefined },
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'change-password', account.userId)
  const view = { action: PASSWORD, csrf, email: account.email, personalTokens: 0, fault } as const
  responder.send(req, res, setPasswordPage(view, responder.context(req, res)))
}

async function changePassword(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, logger } = deps
  const account = await accountToChangePassword(deps, req, res)
  if (account === undefined) return
  const { userId, email } = account
  if (!(await responder.hasCsrfToken(req, 'change-password', userId)))
    return responder.sendFormTooOld(req, res, 'change-password', userId)
  const password = formText(req.body, 'password') ?? ''
  const fault = await judgePassword({ password, email })
  if (fault !== undefined) return showPassword(deps, req, res, { account, fault })
  await deps.passwordResets.change(userId, await hashPassword(password))
  logger.info({ event: 'password.changed', userId, requestId: requestIdOf(res) })
  const left = await findRemainingAccess(deps, userId)
  responder.send(req, res, passwordSetPage({ email, left }, responder.context(req, res)))
}
