import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import { formText } from '#http/form-fields.ts'
import { passwordSetPage, setPasswordPage } from '#password-reset/password-reset-page.ts'
import { findRemainingAccess, type RemainingAccessParts } from '#password-reset/remaining-access.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import type { PasswordResetStore } from '#password-reset/password-reset-store.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { totpAddress } from '#second-factor/totp.ts'
import { readTypedCode } from '#second-factor/recovery-code.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import { createAccountReader, type AccountReader } from '#sign-in/session-responder.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import type { SignInService } from '#sign-in/sign-in-responder.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { confirmedAccount } from './confirmed-account.ts'
import { createPasskeysRoutes } from './passkeys-routes.ts'
import {
  codesMadePage,
  renewCodesPage,
  setUpPage,
  turnedOffPage,
  turnOffPage,
  type CodeFault,
} from './codes-pages.ts'
import { createSecurityOverviewRoutes, type SecurityOverviewParts } from './security-overview-routes.ts'

interface SecurityOptions extends SecurityOverviewParts, Omit<RemainingAccessParts, 'secondFactors'> {
  readonly passkeys: Passkeys
  readonly passkeyStore: PasskeyStore
  readonly clock: Clock
  readonly logger: Logger
  readonly sessions: BrowserSessionStore
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly secondStep: Pick<SecondStep, 'check' | 'countTry'>
  readonly secondFactors: SecondFactorStore
  readonly passwordResets: Pick<PasswordResetStore, 'change'>
}

type SecurityParts = SecurityOptions & { readonly accountOf: AccountReader }

const PAGE = '/security'
const PASSWORD = '/security/password'
const TURN_ON = '/security/turn-on'
const TURN_OFF = '/security/turn-off'
const RENEW = '/security/recovery-codes'

/** A person changes their own password, turns codes from an app on and off, adds and removes passkeys, and signs out in other browsers. */
export function createSecurityRoutes(options: SecurityOptions): Router {
  const { responder } = options
  const deps: SecurityParts = {
    ...options,
    accountOf: createAccountReader(responder, options.sessions, PAGE),
  }
  const router = Router()

  router.use(createSecurityOverviewRoutes(deps))

  router.use(createPasskeysRoutes(deps))

  router.get(PASSWORD, async (req, res) => {
    const account = await accountToChangePassword(deps, req, res)
    if (account !== undefined) await showPassword(deps, req, res, { account, fault: undefined })
  })

  router.post(PASSWORD, ...responder.ownForm, (req, res) => changePassword(deps, req, res))

  router.get(TURN_ON, async (req, res) => {
    const account = await accountToTurnOn(deps, req, res)
    if (account !== undefined) await showSetUp(deps, req, res, { account, fault: 'none' })
  })

  router.post(TURN_ON, ...responder.ownForm, (req, res) => turnOn(deps, req, res))

  router.get(TURN_OFF, async (req, res) => {
    const account = await accountToTurnOff(deps, req, res)
    if (account !== undefined) await showTurnOff(deps, req, res, { account, password: 'none', code: 'none' })
  })

  router.post(TURN_OFF, ...responder.ownForm, (req, res) => turnOff(deps, req, res))

  router.get(RENEW, async (req, res) => {
    const account = await accountToRenew(deps, req, res)
    if (account !== undefined) await showRenew(deps, req, res, { account, fault: 'none' })
  })

  router.post(RENEW, ...responder.ownForm, (req, res) => renew(deps, req, res))

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

/** Anyone who only found the browser open could lock its owner out: the password is asked for again. */
async function accountToTurnOn(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  if (account === undefined) return undefined
  if (!deps.offersSecondFactor || (await deps.secondFactors.isOn(account.userId))) {
    deps.responder.seeOther(res, PAGE)
    return undefined
  }
  return confirmedAccount(deps, res, { account, path: TURN_ON })
}

/** Requires password and code, as turning it off does: with new recovery codes an intruder could come back. */
async function accountToRenew(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await accountToTurnOff(deps, req, res)
  return account === undefined ? undefined : confirmedAccount(deps, res, { account, path: RENEW })
}

async function accountToTurnOff(
  deps: SecurityParts,
  req: Request,
  res: Response,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  if (account === undefined) return undefined
  if (await deps.secondFactors.isOn(account.userId)) return account
  deps.responder.seeOther(res, PAGE)
  return undefined
}

async function showSetUp(
  { responder, secondFactors }: SecurityParts,
  req: Request,
  res: Response,
  view: { readonly account: BrowserAccount; readonly fault: 'none' | 'missing' | 'wrong' },
): Promise<void> {
  const { account, fault } = view
  const secret = await secondFactors.setUp(account.userId)
  if (secret === undefined) return responder.seeOther(res, PAGE)
  const context = responder.context(req, res)
  const csrf = await responder.csrfToken(req, res, 'turn-on', account.userId)
  const address = totpAddress(secret, { issuer: context.harbour, email: account.email })
  responder.send(req, res, setUpPage({ secret, address, csrf, fault }, context))
}

async function turnOn(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountToTurnOn(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'turn-on', userId)))
    return responder.sendFormTooOld(req, res, 'turn-on', userId)
  const typed = readTypedCode(formText(req.body, 'code') ?? '')
  if (typed.kind === 'none') return showSetUp(deps, req, res, { account, fault: 'missing' })
  const counted = await deps.secondStep.countTry(req, account)
  if (counted.kind === 'blocked') return sendTooMany(deps, req, res, counted.untilMs)
  const codes = await secondFactors.turnOn(userId, typed)
  if (codes === undefined) return showSetUp(deps, req, res, { account, fault: 'wrong' })
  logger.info({ event: 'second_factor.on', userId, requestId: requestIdOf(res) })
  responder.send(req, res, codesMadePage({ codes, replaceOlder: false }, responder.context(req, res)))
}

async function renew(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountToRenew(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'renew-codes', userId)))
    return responder.sendFormTooOld(req, res, 'renew-codes', userId)
  const code = await deps.secondStep.check(req, account)
  if (code.kind === 'blocked') return sendTooMany(deps, req, res, code.untilMs)
  if (code.kind !== 'right') return showRenew(deps, req, res, { account, fault: code.kind })
  const codes = await secondFactors.renewRecoveryCodes(userId)
  if (codes === undefined) return responder.seeOther(res, PAGE)
  logger.info({ event: 'second_factor.recovery_codes_renewed', userId, requestId: requestIdOf(res) })
  responder.send(req, res, codesMadePage({ codes, replaceOlder: true }, responder.context(req, res)))
}

async function showRenew(
  { responder, passkeys }: SecurityParts,
  req: Request,
  res: Response,
  { account, fault }: { readonly account: BrowserAccount; readonly fault: CodeFault },
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'renew-codes', account.userId)
  const passkey = await passkeys.requestOptions(req, res, account.userId)
  responder.send(req, res, renewCodesPage({ csrf, passkey, fault }, responder.context(req, res)))
}

async function turnOff(deps: SecurityParts, req: Request, res: Response): Promise<void> {
  const { responder, secondFactors, logger } = deps
  const account = await accountToTurnOff(deps, req, res)
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'turn-off', userId)))
    return responder.sendFormTooOld(req, res, 'turn-off', userId)
  const password = await deps.signIns.confirm(req, account)
  switch (password.kind) {
    case 'passkey_refused':
      return showTurnOff(deps, req, res, { account, password: 'none', code: password.kind })
    case 'blocked':
      return sendTooMany(deps, req, res, password.untilMs)
    case 'disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
    case 'missing':
      return showTurnOff(deps, req, res, { account, password: 'missing', code: 'none' })
    case 'no_match':
      return showTurnOff(deps, req, res, { account, password: 'wrong', code: 'none' })
    case 'right':
    case 'signed_in':
      break
  }
  // A passkey is both at once.
  const code = password.kind === 'right' ? password : await deps.secondStep.check(req, account)
  if (code.kind === 'blocked') return sendTooMany(deps, req, res, code.untilMs)
  if (code.kind !== 'right')
    return showTurnOff(deps, req, res, { account, password: 'none', code: code.kind })
  await secondFactors.remove(userId)
  logger.info({ event: 'second_factor.off', userId, requestId: requestIdOf(res) })
  responder.send(req, res, turnedOffPage(responder.context(req, res)))
}

async function showTurnOff(
  { responder, passkeys }: SecurityParts,
  req: Request,
  res: Response,
  view: { readonly account: BrowserAccount } & Pick<Parameters<typeof turnOffPage>[0], 'password' | 'code'>,
): Promise<void> {
  const { account, ...faults } = view
  const csrf = await responder.csrfToken(req, res, 'turn-off', account.userId)
  const passkey = await passkeys.requestOptions(req, res, account.userId)
  const filled = { ...faults, csrf, passkey, email: account.email }
  responder.send(req, res, turnOffPage(filled, responder.context(req, res)))
}

function sendTooMany({ responder }: SecurityParts, req: Request, res: Response, untilMs: number): void {
  responder.send(req, res, tooManyTriesPage(untilMs, PAGE, responder.context(req, res)))
}
