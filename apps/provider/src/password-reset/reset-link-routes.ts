import { Router, type Request, type Response } from 'express'
import { formatCookie, readCookie } from '@counterfoil/service/cookies'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { PasswordResetToken } from '@counterfoil/oauth/ids'
import { isResetToken } from '#crypto/secrets.ts'
import { cookieName } from '#http/cookies.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { createDeviceKeeper } from '#sign-in/complete-sign-in-responder.ts'
import type { Tries } from '#sign-in/tries-responder.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword } from '#users/password-rule.ts'
import { deadLinkPage, passwordSetPage, setPasswordPage } from './password-reset-page.ts'
import { findRemainingAccess, type RemainingAccessParts } from './remaining-access.ts'
import { RESET_LINK_MS, type PasswordResetStore, type ResetOwner } from './password-reset-store.ts'

/** What a link that was opened needs. */
export interface ResetLinkParts extends RemainingAccessParts {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly passwordResets: Pick<PasswordResetStore, 'find' | 'spend'>
  readonly tries: Pick<Tries, 'forgive'>
  readonly keepDevice: ReturnType<typeof createDeviceKeeper>
}

/** Holds the token of a link that was opened, so that no page has it in its address. */
const RESET_COOKIE = 'harbour_reset'

/** Opening the link that came by mail, and setting a password with it. */
export function createResetLinkRoutes(deps: ResetLinkParts): Router {
  const router = Router()

  router.get('/reset-password', (req, res) => openLink(deps, req, res))

  router.post('/reset-password', ...deps.responder.ownForm, (req, res) => setPassword(deps, req, res))

  return router
}

/**
 * The address of a link holds its token: it is answered with a redirect to one that does not, and named to nobody. Opening
 * uses nothing up: mail programs look at links too.
 */
async function openLink(deps: ResetLinkParts, req: Request, res: Response): Promise<void> {
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

async function setPassword(deps: ResetLinkParts, req: Request, res: Response): Promise<void> {
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
  { responder }: ResetLinkParts,
  req: Request,
  res: Response,
  view: { readonly owner: ResetOwner; readonly fault: Parameters<typeof setPasswordPage>[0]['fault'] },
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'reset-password', view.owner.userId)
  const filled = { ...view.owner, action: '/reset-password' as const, csrf, fault: view.fault }
  responder.send(req, res, setPasswordPage(filled, responder.context(req, res)))
}

async function ownerOf(
  { passwordResets }: ResetLinkParts,
  token: PasswordResetToken | undefined,
): Promise<ResetOwner | undefined> {
  return token === undefined ? undefined : passwordResets.find(token)
}

function tokenIn({ responder }: ResetLinkParts, req: Request): PasswordResetToken | undefined {
  const value = readCookie(req.headers, cookieName(RESET_COOKIE, responder.isSecure))
  return value !== undefined && isResetToken(value) ? value : undefined
}

function keepToken(
  { responder: { isSecure } }: ResetLinkParts,
  res: Response,
  token: PasswordResetToken | undefined,
): void {
  const maxAgeSeconds = token === undefined ? 0 : RESET_LINK_MS / 1_000
  const cookie = { name: cookieName(RESET_COOKIE, isSecure), value: token ?? '' }
  res.append('Set-Cookie', formatCookie(cookie, { isSecure, maxAgeSeconds }))
}
