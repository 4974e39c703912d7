import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Fault } from '#pages/partials.ts'
import { createAccountReader } from '#sign-in/session-responder.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import { needsStepUp, type BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import {
  EMPTY_TOKEN_FORM,
  judgeTokenForm,
  MAX_PERSONAL_TOKENS,
  readTokenForm,
  type TokenForm,
} from './personal-token.ts'
import { newTokenPage, tokenMadePage } from './personal-tokens-page.ts'

const NEW = '/developers/tokens/new'

interface Deps {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly clock: Clock
  readonly sessions: BrowserSessionStore
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly personalTokens: PersonalTokenStore
}

/**
 * Making personal tokens; they are listed and ended with the connected apps. Such a token acts for its owner without a
 * password, so the password is asked for again before one is made.
 */
export function createPersonalTokenRoutes(deps: Deps): Router {
  const { responder, personalTokens } = deps
  const accountOf = createAccountReader(responder, deps.sessions, '/developers')
  const router = Router()

  async function sureOfPassword(req: Request, res: Response): Promise<BrowserAccount | undefined> {
    const account = await accountOf(req, res)
    if (account === undefined || !needsStepUp(account, deps.clock())) return account
    responder.seeOther(res, `/confirm-password?return_to=${encodeURIComponent(NEW)}`)
    return undefined
  }

  async function openBusinesses({ userId }: BrowserAccount) {
    return (await deps.businessAccess.listFor(userId)).filter(({ isArchived }) => !isArchived)
  }

  async function showForm(
    req: Request,
    res: Response,
    account: BrowserAccount,
    view: { readonly form: TokenForm; readonly faults: readonly Fault[] },
  ): Promise<void> {
    const csrf = await responder.csrfToken(req, res, 'personal-tokens', account.userId)
    const businesses = await openBusinesses(account)
    responder.send(req, res, newTokenPage({ ...view, businesses, csrf }, responder.context(req, res)))
  }

  router.get(NEW, async (req, res) => {
    const account = await sureOfPassword(req, res)
    if (account !== undefined) await showForm(req, res, account, { form: EMPTY_TOKEN_FORM, faults: [] })
  })

  router.post(NEW, ...responder.ownForm, async (req, res) => {
    const account = await sureOfPassword(req, res)
    if (account === undefined) return
    const { userId } = account
    if (!(await responder.hasCsrfToken(req, 'personal-tokens', userId)))
      return responder.sendFormTooOld(req, res, 'personal-tokens', userId)
    const context = responder.context(req, res)
    const form = readTokenForm((field) => formText(req.body, field))
    const { asked, faults } = judgeTokenForm(form, await openBusinesses(account), context.words)
    if (faults.length > 0) return showForm(req, res, account, { form, faults })
    const minted = await personalTokens.mintWithin(userId, asked, MAX_PERSONAL_TOKENS)
    if (minted === undefined) {
      const message = context.words.developers.tokens.tooMany(MAX_PERSONAL_TOKENS)
      return showForm(req, res, account, { form, faults: [{ fieldId: 'name', message }] })
    }
    const { id, token } = minted
    deps.logger.info({ event: 'personal_token.created', grantId: id, userId, requestId: requestIdOf(res) })
    responder.send(req, res, tokenMadePage({ name: asked.name, token }, context))
  })

  return router
}
