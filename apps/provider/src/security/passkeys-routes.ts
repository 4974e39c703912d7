import { Router, type Request, type Response } from 'express'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { hasControlCharacter } from '#applications/application.ts'
import { formText } from '#http/form-fields.ts'
import { parsePasskeyId } from '#http/given-id.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { OwnPasskey, PasskeyStore } from '#passkeys/passkey-store.ts'
import type { AccountReader } from '#sign-in/session-responder.ts'
import { nameBrowser, shownBrowser } from '#users/browser-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { confirmedAccount } from './confirmed-account.ts'
import {
  NEW_PASSKEY,
  newPasskeyPage,
  passkeyMadePage,
  removePasskeyPage,
  type NewPasskeyView,
} from './passkey-pages.ts'

const MAX_NAME_CHARACTERS = 60
const REMOVE = '/security/passkeys/:id/remove'

interface PasskeysParts {
  readonly responder: PageResponder
  readonly clock: Clock
  readonly logger: Logger
  readonly accountOf: AccountReader
  readonly passkeys: Pick<Passkeys, 'isAvailable' | 'creationOptions' | 'add'>
  readonly passkeyStore: Pick<PasskeyStore, 'list' | 'remove'>
}

/** A person adds a passkey, and removes one: both need the password, or a passkey, of a short while ago. */
export function createPasskeysRoutes(deps: PasskeysParts): Router {
  const { responder } = deps
  const router = Router()

  router.get(NEW_PASSKEY, async (req, res) => {
    const account = await accountToChange(deps, req, res, req.originalUrl)
    if (account === undefined) return
    const browser = nameBrowser(req.get('user-agent'))
    const name = browser === undefined ? '' : shownBrowser(browser, responder.context(req, res).words.frame)
    const returnTo = parseLocalPath(textOf(req.query['return_to']))
    await showNew(deps, req, res, { account, name, returnTo, fault: 'none' })
  })

  router.post(NEW_PASSKEY, ...responder.ownForm, (req, res) => add(deps, req, res))

  router.get(REMOVE, async (req, res) => {
    const { account, passkey } = (await openOwn(deps, req, res)) ?? {}
    if (account === undefined || passkey === undefined) return
    const csrf = await responder.csrfToken(req, res, 'passkey-remove', account.userId)
    responder.send(req, res, removePasskeyPage({ passkey, csrf }, responder.context(req, res)))
  })

  router.post(REMOVE, ...responder.ownForm, async (req, res) => {
    const { account, passkey } = (await openOwn(deps, req, res)) ?? {}
    if (account === undefined || passkey === undefined) return
    const { userId } = account
    if (!(await responder.hasCsrfToken(req, 'passkey-remove', userId)))
      return responder.sendFormTooOld(req, res, 'passkey-remove', userId)
    await deps.passkeyStore.remove(userId, passkey.id)
    deps.logger.info({ event: 'passkey.removed', userId, requestId: requestIdOf(res) })
    responder.seeOther(res, '/security')
  })

  return router
}

/** With a passkey of their own somebody who only found the browser open could come back for good. */
async function accountToChange(
  deps: PasskeysParts,
  req: Request,
  res: Response,
  path: string,
): Promise<BrowserAccount | undefined> {
  const account = await deps.accountOf(req, res)
  return account === undefined ? undefined : confirmedAccount(deps, res, { account, path })
}

/** A passkey of another person is as unknown as one that never was. */
async function openOwn(
  deps: PasskeysParts,
  req: Request,
  res: Response,
): Promise<{ readonly account: BrowserAccount; readonly passkey: OwnPasskey } | undefined> {
  const account = await accountToChange(deps, req, res, req.path)
  if (account === undefined) return undefined
  const id = parsePasskeyId(req.params['id'])
  const passkey = (await deps.passkeyStore.list(account.userId)).find((one) => one.id === id)
  if (passkey !== undefined) return { account, passkey }
  deps.responder.sendErrorPage(req, res, { kind: 'not_found' })
  return undefined
}

async function add(deps: PasskeysParts, req: Request, res: Response): Promise<void> {
  const { responder, logger } = deps
  const returnTo = parseLocalPath(formText(req.body, 'return_to'))
  const account = await accountToChange(deps, req, res, newPath(returnTo))
  if (account === undefined) return
  const { userId } = account
  if (!(await responder.hasCsrfToken(req, 'passkey-new', userId)))
    return responder.sendFormTooOld(req, res, 'passkey-new', userId)
  const name = (formText(req.body, 'name') ?? '').trim()
  const fault = await faultOf(deps, req, { account, name })
  if (fault !== 'none') return showNew(deps, req, res, { account, name, returnTo, fault })
  logger.info({ event: 'passkey.added', userId, requestId: requestIdOf(res) })
  responder.send(req, res, passkeyMadePage(returnTo, responder.context(req, res)))
}

async function faultOf(
  { passkeys }: PasskeysParts,
  req: Request,
  { account, name }: { readonly account: BrowserAccount; readonly name: string },
): Promise<NewPasskeyView['fault']> {
  if (name === '') return 'missing_name'
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name)) return 'long_name'
  return (await passkeys.add(req, account.userId, name)) ? 'none' : 'refused'
}

async function showNew(
  { responder, passkeys }: PasskeysParts,
  req: Request,
  res: Response,
  form: Pick<NewPasskeyView, 'name' | 'returnTo' | 'fault'> & { readonly account: BrowserAccount },
): Promise<void> {
  const { account, ...rest } = form
  if (!passkeys.isAvailable(req)) return responder.seeOther(res, '/security')
  const view = {
    ...rest,
    csrf: await responder.csrfToken(req, res, 'passkey-new', account.userId),
    options: await passkeys.creationOptions(req, res, account),
  }
  responder.send(req, res, newPasskeyPage(view, responder.context(req, res)))
}

function newPath(returnTo: string | undefined): string {
  return returnTo === undefined ? NEW_PASSKEY : `${NEW_PASSKEY}?return_to=${encodeURIComponent(returnTo)}`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
