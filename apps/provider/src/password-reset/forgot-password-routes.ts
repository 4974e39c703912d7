import { Router, type Request, type Response } from 'express'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Tries } from '#sign-in/tries-responder.ts'
import { RESET_LIMITS } from '#users/sign-in-throttle.ts'
import { MAX_EMAIL_CHARACTERS } from '#users/sign-in.ts'
import { forgotPasswordPage, linkSentPage, noMailPage, tooManyLinksPage } from './password-reset-page.ts'

/** What asking for a link needs. */
export interface ForgotPasswordParts {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly accountMails: Pick<AccountMailStore, 'askForReset'>
  readonly tries: Pick<Tries, 'count'>
}

/** Asking for a link by mail, whether there is an account of that address or not. */
export function createForgotPasswordRoutes(deps: ForgotPasswordParts): Router {
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
  { responder }: Pick<ForgotPasswordParts, 'responder'>,
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
async function askForLink(deps: ForgotPasswordParts, req: Request, res: Response): Promise<void> {
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
