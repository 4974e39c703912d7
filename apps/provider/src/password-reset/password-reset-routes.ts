import type { PasswordResetToken } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { isResetToken } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { cookieName } from '#http/cookies.ts'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import {
  deadLinkPage,
  forgotPasswordPage,
  linkSentPage,
  noMailPage,
  passwordSetPage,
  setPasswordPage,
  tooManyLinksPage,
} from './password-reset-page.ts'
import { type PasswordResetStore, RESET_LINK_MS, type ResetOwner } from './password-reset-store.ts'
import { findRemainingAccess, type RemainingAccessParts } from './remaining-access.ts'
import { createDeviceKeeper } from '#sign-in/complete-sign-in-responder.ts'
import { createTries, type Tries } from '#sign-in/tries-responder.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword } from '#users/password-rule.ts'
import { RESET_LIMITS } from '#users/sign-in-throttle.ts'
import { MAX_EMAIL_CHARACTERS } from '#users/sign-in.ts'

interface PasswordResetOptions extends RemainingAccessParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly logger: Logger
  readonly accountMails: Pick<AccountMailStore, 'askForReset'>
  readonly passwordResets: Pick<PasswordResetStore, 'find' | 'spend'>
}
type PasswordResetParts = PasswordResetOptions & {
  readonly tries: Tries
  readonly keepDevice: ReturnType<typeof createDeviceKeeper>
}

/** A link by mail to set a password that was forgotten. */
export function createPasswordResetRoutes(options: PasswordResetOptions): Router {
  const deps = { ...options, tries: createTries(options), keepDevice: createDeviceKeeper(options) }
  return Router().use(createForgotPasswordRoutes(deps), createResetLinkRoutes(deps))
}

/** Asking for a link by mail, whether there is an account of that address or not. */
function createForgotPasswordRoutes(deps: PasswordResetParts): Router {
  const { responder } = deps
  const router = Router()

  router.get('/forgot-password', (req, res) => {
    const given: unknown = req.query['return_to']
    return showForgot(deps, req, res, { returnTo: backTo(given), isMissing: false })
  })

  router.post('/forgot-password', ...responder.ownForm, (req, res) => askForLink(deps, req, res))

  return router
}

async function showForgot(
  { responder }: Pick<PasswordResetParts, 'responder'>,
  req: Request,
  res: Response,
  view: { readonly returnTo: string; readonly isMissing: boolean },
): Promise<void> {
  const context = responder.context(req, res)
  if (!context.sendsMail) return responder.send(req, res, noMailPage(view.returnTo, context))
  const csrf = await responder.csrfToken(req, res, 'forgot-password')
  responder.send(req, res, forgotPasswordPage({ ...view, csrf }, context))
}

/** Counted and kept before anybody looks whose address it is, so that the answer is the same, and takes as long, for every one. */
async function askForLink(deps: PasswordResetParts, req: Request, res: Response): Promise<void> {
  const { responder } = deps
  const returnTo = backTo(formText(req.body, 'return_to'))
  const context = responder.context(req, res)
  if (!context.sendsMail) return responder.send(req, res, noMailPage(returnTo, context))
  if (!(await responder.hasCsrfToken(req, 'forgot-password')))
    return responder.sendFormTooOld(req, res, 'forgot-password')
  const email = (formText(req.body, 'email') ?? '').trim()
  // The database can keep no text with a zero in it, and no account has a longer address.
  const isReadable = email !== '' && email.length <= MAX_EMAIL_CHARACTERS && !email.includes('\u0000')
  if (!isReadable) return showForgot(deps, req, res, { returnTo, isMissing: true })
  const tried = await deps.tries.count(req, { tried: 'reset', email }, RESET_LIMITS)
  if (tried.kind === 'blocked')
    return responder.send(req, res, tooManyLinksPage({ untilMs: tried.untilMs, returnTo }, context))
  await deps.accountMails.askForReset(email)
  deps.logger.info({ event: 'password_reset.asked', requestId: requestIdOf(res) })
  responder.send(req, res, linkSentPage({ email, returnTo }, context))
}

/** Where "back" leads: the sign-in page that somebody came from. */
function backTo(given: unknown): string {
  return parseLocalPath(typeof given === 'string' ? given : undefined) ?? '/sign-in'
}

/** Holds the token of a link that was opened, so that no page has it in its address. */
const RESET_COOKIE = 'harbour_reset'

/** Opening the link that came by mail, and setting a password with it. */
function createResetLinkRoutes(deps: PasswordResetParts): Router {
  const router = Router()

  router.get('/reset-password', (req, res) => openLink(deps, req, res))

  router.post('/reset-password', ...deps.responder.ownForm, (req, res) => setPassword(deps, req, res))

  return router
}

/**
 * The address of a link holds its token: it is answered with a redirect to one that does not, and named to nobody. Opening
 * uses nothing up: mail programs look at links too.
 */
async function openLink(deps: PasswordResetParts, req: Request, res: Response): Promise<void> {
  const { responder } = deps
  const given: unknown = req.query['token']
  if (given !== undefined) {
    res.set('Referrer-Policy', 'no-referrer')
    if (typeof given === 'string' && isResetToken(given)) keepToken(deps, res, given)
    else keepToken(deps, res, undefined)
    return responder.seeOther(res, '/reset-password')
  }
  const owner = await ownerOf(deps, tokenIn(deps, req))
  if (owner === undefined) return responder.send(req, res, deadLinkPage(responder.context(req, res)))
  // Who reads the mailbox is the owner: the password they still know gets them in here, however many strangers try.
  await deps.keepDevice(req, res, owner.email)
  await showSetPassword(deps, req, res, { owner, fault: undefined })
}

async function setPassword(deps: PasswordResetParts, req: Request, res: Response): Promise<void> {
  const { responder } = deps
  const context = responder.context(req, res)
  const token = tokenIn(deps, req)
  if (token === undefined && responder.readBrowserKey(req) === undefined)
    return responder.sendFormTooOld(req, res, 'reset-password')
  const owner = await ownerOf(deps, token)
  if (token === undefined || owner === undefined) return responder.send(req, res, deadLinkPage(context))
  if (!(await responder.hasCsrfToken(req, 'reset-password', owner.userId)))
    return responder.sendFormTooOld(req, res, 'reset-password', owner.userId)
  const password = formText(req.body, 'password') ?? ''
  const fault = await judgePassword({ password, email: owner.email })
  if (fault !== undefined) return showSetPassword(deps, req, res, { owner, fault })
  const endsTokens = formText(req.body, 'end_tokens') === '1'
  const passwordHash = await hashPassword(password)
  const done = await deps.passwordResets.spend(token, { passwordHash, endsTokens })
  if (done === undefined) return responder.send(req, res, deadLinkPage(context))
  // Who reads the mailbox is no stranger any more: their tries with the forgotten password do not keep them out.
  await deps.tries.forgive(req, { tried: 'sign-in', email: done.email })
  keepToken(deps, res, undefined)
  deps.logger.info({ event: 'password_reset.done', userId: done.userId, requestId: requestIdOf(res) })
  const left = await findRemainingAccess(deps, done.userId)
  responder.send(req, res, passwordSetPage({ email: done.email, left }, context))
}

async function showSetPassword(
  { responder }: PasswordResetParts,
  req: Request,
  res: Response,
  view: { readonly owner: ResetOwner; readonly fault: Parameters<typeof setPasswordPage>[0]['fault'] },
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'reset-password', view.owner.userId)
  const filled = { ...view.owner, action: '/reset-password' as const, csrf, fault: view.fault }
  responder.send(req, res, setPasswordPage(filled, responder.context(req, res)))
}

async function ownerOf(
  { passwordResets }: PasswordResetParts,
  token: PasswordResetToken | undefined,
): Promise<ResetOwner | undefined> {
  return token === undefined ? undefined : passwordResets.find(token)
}

function tokenIn({ responder }: PasswordResetParts, req: Request): PasswordResetToken | undefined {
  const value = readCookie(req.headers, cookieName(RESET_COOKIE, responder.isSecure))
  return value !== undefined && isResetToken(value) ? value : undefined
}

function keepToken(
  { responder: { isSecure } }: PasswordResetParts,
  res: Response,
  token: PasswordResetToken | undefined,
): void {
  const maxAgeSeconds = token === undefined ? 0 : RESET_LINK_MS / 1_000
  const cookie = { name: cookieName(RESET_COOKIE, isSecure), value: token ?? '' }
  res.append('Set-Cookie', formatCookie(cookie, { isSecure, maxAgeSeconds }))
}
