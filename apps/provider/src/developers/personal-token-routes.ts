import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { TokenFamilyId } from '@counterfoil/oauth/ids'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Fault } from '#pages/partials.ts'
import { createAccountReader } from '#sign-in/session-responder.ts'
import { DEFAULT_TOKEN_DAYS } from '#tokens/bearer.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import { needsStepUp, type BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { chooseTokenDays, findTokenNameFault, MAX_PERSONAL_TOKENS } from './personal-token.ts'
import { endTokenPage, newTokenPage, tokenMadePage } from './personal-tokens-page.ts'

const NEW = '/developers/tokens/new'

interface Deps {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly clock: Clock
  readonly sessions: BrowserSessionStore
  readonly personalTokens: PersonalTokenStore
  readonly accessRevocations: AccessRevocationStore
}

/**
 * Making and ending personal tokens. Such a token may do whatever its owner may, so the password is asked for again
 * before one is made.
 */
export function createPersonalTokenRoutes(deps: Deps): Router {
  const { responder, personalTokens } = deps
  const { sureOfPassword, isOwnForm, openToken } = createTokenGuards(deps)
  const showForm = createTokenForm(deps)
  const note = (event: string, tokenId: TokenFamilyId, account: BrowserAccount, res: Response) =>
    deps.logger.info({ event, tokenId, userId: account.userId, requestId: requestIdOf(res) })
  const router = Router()

  router.get(NEW, async (req, res) => {
    const account = await sureOfPassword(req, res)
    if (account !== undefined)
      await showForm(req, res, account, { name: '', days: DEFAULT_TOKEN_DAYS, faults: [] })
  })

  router.post(NEW, ...responder.ownForm, async (req, res) => {
    const account = await sureOfPassword(req, res)
    if (account === undefined || !(await isOwnForm(req, res, account))) return
    const name = formText(req.body, 'name')?.trim() ?? ''
    const days = chooseTokenDays(formText(req.body, 'days'))
    const words = responder.context(req, res).words.developers.tokens
    const refuse = (message: string) =>
      showForm(req, res, account, { name, days, faults: [{ fieldId: 'name', message }] })
    const fault = findTokenNameFault(name)
    if (fault !== undefined) return refuse(words.fault[fault])
    const asked = { name, days, most: MAX_PERSONAL_TOKENS }
    const minted = await personalTokens.mintWithin(account.userId, asked)
    if (minted === undefined) return refuse(words.tooMany(MAX_PERSONAL_TOKENS))
    note('personal_token.created', minted.id, account, res)
    const made = { name, token: minted.token }
    responder.send(req, res, tokenMadePage(made, responder.context(req, res)))
  })

  router.get('/developers/tokens/:id/end', async (req, res) => {
    const { account, token } = (await openToken(req, res)) ?? {}
    if (account === undefined || token === undefined) return
    const csrf = await responder.csrfToken(req, res, 'personal-tokens', account.userId)
    responder.send(req, res, endTokenPage({ token, csrf }, responder.context(req, res)))
  })

  router.post('/developers/tokens/:id/end', ...responder.ownForm, async (req, res) => {
    const { account, token } = (await openToken(req, res)) ?? {}
    if (account === undefined || token === undefined || !(await isOwnForm(req, res, account))) return
    await deps.accessRevocations.revokePersonalToken(token.id)
    note('personal_token.ended', token.id, account, res)
    responder.seeOther(res, '/developers')
  })

  return router
}

/** The form of a new token. */
function createTokenForm({ responder }: Pick<Deps, 'responder'>) {
  return async function showForm(
    req: Request,
    res: Response,
    account: BrowserAccount,
    form: { readonly name: string; readonly days: number; readonly faults: readonly Fault[] },
  ): Promise<void> {
    const csrf = await responder.csrfToken(req, res, 'personal-tokens', account.userId)
    responder.send(req, res, newTokenPage({ ...form, csrf }, responder.context(req, res)))
  }
}

/** Who may go on: everything else is answered here. */
function createTokenGuards(deps: Deps) {
  const { responder, personalTokens } = deps
  const accountOf = createAccountReader(responder, deps.sessions, '/developers')

  async function sureOfPassword(req: Request, res: Response): Promise<BrowserAccount | undefined> {
    const account = await accountOf(req, res)
    if (account === undefined || !needsStepUp(account, deps.clock())) return account
    responder.seeOther(res, `/confirm-password?return_to=${encodeURIComponent(NEW)}`)
    return undefined
  }

  async function isOwnForm(req: Request, res: Response, account: BrowserAccount): Promise<boolean> {
    if (await responder.hasCsrfToken(req, 'personal-tokens', account.userId)) return true
    await responder.sendFormTooOld(req, res, 'personal-tokens', account.userId)
    return false
  }

  /** Somebody else's token looks like one that does not exist, and like one that ended. */
  async function openToken(req: Request, res: Response) {
    const account = await accountOf(req, res)
    if (account === undefined) return undefined
    const own = await personalTokens.listFor(account.userId)
    const token = own.find(({ id }) => id === req.params['id'])
    if (token !== undefined) return { account, token }
    responder.sendErrorPage(req, res, { kind: 'not_found' })
    return undefined
  }

  return { sureOfPassword, isOwnForm, openToken }
}
