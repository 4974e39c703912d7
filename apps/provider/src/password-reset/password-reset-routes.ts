import type { Router } from 'express'
import type { PasswordResetToken } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Clock } from '@counterfoil/service/values/clock'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { isResetToken } from '#crypto/secrets.ts'
import type { Database } from '#database/database.ts'
import { cookieName } from '#http/cookies.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes, type PageRouter } from '#pages/page-routes.ts'
import { createDeviceKeeper, createTries } from '#sign-in/tries-responder.ts'
import { hashPassword } from '#users/password-hash.ts'
import { judgePassword, type PasswordFault } from '#users/password-rule.ts'
import { RESET_LIMITS } from '#users/sign-in-throttle.ts'
import { MAX_EMAIL_CHARACTERS } from '#users/sign-in.ts'
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

/** Cookie with the token of the opened link, so that no page has the token in its address. */
const RESET_COOKIE = 'harbour_reset'

interface PasswordResetParts extends RemainingAccessParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly logger: Logger
  readonly accountMails: Pick<AccountMailStore, 'askForReset'>
  readonly passwordResets: Pick<PasswordResetStore, 'find' | 'spend'>
}

/** Serves the request for a password-reset link, and the link itself. */
export function createPasswordResetRoutes(deps: PasswordResetParts): Router {
  const pages = createPageRoutes(deps.responder)
  addForgotPassword(pages, deps)
  addResetLink(pages, deps)
  return pages.router
}

/** Adds the pages that request a link. They answer the same whether or not the account exists. */
function addForgotPassword(pages: PageRouter, deps: PasswordResetParts): void {
  const tries = createTries(deps)

  pages.get('/forgot-password', (visit) =>
    showForgot(visit, { returnTo: backTo(visit.query('return_to')), isMissing: false }),
  )

  // The request is counted and stored before the address is looked up, so that answer and duration are the same for all addresses.
  pages.post('/forgot-password', async (visit) => {
    const returnTo = backTo(visit.field('return_to'))
    if (!visit.context().sendsMail) return visit.render(noMailPage, returnTo)
    if (!(await visit.isOwnForm('forgot-password'))) return
    const email = (visit.field('email') ?? '').trim()
    // PostgreSQL stores no text with a NUL character, and no account has a longer address.
    const isReadable = email !== '' && email.length <= MAX_EMAIL_CHARACTERS && !email.includes('\u0000')
    if (!isReadable) return showForgot(visit, { returnTo, isMissing: true })
    const tried = await tries.count(visit.req, { tried: 'reset', email }, RESET_LIMITS)
    if (tried.kind === 'blocked') return visit.render(tooManyLinksPage, { untilMs: tried.untilMs, returnTo })
    await deps.accountMails.askForReset(email)
    deps.logger.info({ event: 'password_reset.asked', requestId: visit.requestId() })
    visit.render(linkSentPage, { email, returnTo })
  })
}

/** Adds the pages that open a link and set a password with it. */
function addResetLink(pages: PageRouter, deps: PasswordResetParts): void {
  const { logger, passwordResets } = deps
  const { isSecure } = deps.responder
  const tries = createTries(deps)
  const keepDevice = createDeviceKeeper(deps)
  const cookie = cookieName(RESET_COOKIE, isSecure)

  // The address of a link contains its token: it redirects to one that does not, and is sent as Referer to nobody. Opening does not
  // consume the link, because mail programs open links too.
  pages.get('/reset-password', async (visit) => {
    const given: unknown = visit.req.query['token']
    if (given !== undefined) {
      visit.res.set('Referrer-Policy', 'no-referrer')
      keepToken(visit, typeof given === 'string' && isResetToken(given) ? given : undefined)
      return visit.seeOther('/reset-password')
    }
    const owner = await ownerOf(tokenIn(visit))
    if (owner === undefined) return visit.show(deadLinkPage(visit.context()))
    // A reader of the mailbox is the owner. As a known device this browser is not blocked by the attempts of strangers.
    await keepDevice(visit, owner.email)
    await showSetPassword(visit, owner)
  })

  pages.post('/reset-password', async (visit) => {
    const token = tokenIn(visit)
    if (token === undefined && visit.browserKey() === undefined) return visit.sendFormTooOld('reset-password')
    const owner = await ownerOf(token)
    if (token === undefined || owner === undefined) return visit.show(deadLinkPage(visit.context()))
    if (!(await visit.isOwnForm('reset-password', owner.userId))) return
    const password = visit.field('password') ?? ''
    const fault = await judgePassword({ password, email: owner.email })
    if (fault !== undefined) return showSetPassword(visit, owner, fault)
    const endsTokens = visit.field('end_tokens') === '1'
    const passwordHash = await hashPassword(password)
    const done = await passwordResets.spend(token, { passwordHash, endsTokens })
    if (done === undefined) return visit.show(deadLinkPage(visit.context()))
    // A reader of the mailbox is no stranger: their failed attempts with the forgotten password no longer count.
    await tries.forgive(visit.req, { tried: 'sign-in', email: done.email })
    keepToken(visit, undefined)
    logger.info({ event: 'password_reset.done', userId: done.userId, requestId: visit.requestId() })
    const left = await findRemainingAccess(deps, done.userId)
    visit.render(passwordSetPage, { email: done.email, left })
  })

  async function ownerOf(token: PasswordResetToken | undefined): Promise<ResetOwner | undefined> {
    return token === undefined ? undefined : passwordResets.find(token)
  }

  function tokenIn({ req }: Visit): PasswordResetToken | undefined {
    const value = readCookie(req.headers, cookie)
    return value !== undefined && isResetToken(value) ? value : undefined
  }

  function keepToken({ res }: Visit, token: PasswordResetToken | undefined): void {
    const maxAgeSeconds = token === undefined ? 0 : RESET_LINK_MS / 1_000
    res.append('Set-Cookie', formatCookie({ name: cookie, value: token ?? '' }, { isSecure, maxAgeSeconds }))
  }
}

async function showForgot(
  visit: Visit,
  view: { readonly returnTo: string; readonly isMissing: boolean },
): Promise<void> {
  if (!visit.context().sendsMail) return visit.render(noMailPage, view.returnTo)
  visit.render(forgotPasswordPage, { ...view, csrf: await visit.token('forgot-password') })
}

/** Returns the sign-in page that the person came from, for the link "back". */
function backTo(given: string | undefined): string {
  return parseLocalPath(given) ?? '/sign-in'
}

async function showSetPassword(visit: Visit, owner: ResetOwner, fault?: PasswordFault): Promise<void> {
  const csrf = await visit.token('reset-password', owner.userId)
  visit.render(setPasswordPage, { ...owner, action: '/reset-password', csrf, fault })
}
