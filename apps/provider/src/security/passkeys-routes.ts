import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { hasControlCharacter } from '#applications/application.ts'
import { html } from '#html/html.ts'
import { formText } from '#http/form-fields.ts'
import { parsePasskeyId } from '#http/given-id.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { formPage } from '#pages/form-page.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, faultAttributes, fieldFault } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { OwnPasskey, PasskeyStore } from '#passkeys/passkey-store.ts'
import { confirmedAccount } from './security-parts.ts'
import type { AccountReader } from '#sign-in/session-responder.ts'
import { nameBrowser, shownBrowser } from '#users/browser-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

const MAX_NAME_CHARACTERS = 60
const NEW_PASSKEY = '/security/passkeys/new'
const removePath = (id: string) => `/security/passkeys/${id}/remove`
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

type NewPasskeyView = {
  readonly csrf: string
  /** What to ask the browser to make. */
  readonly options: string | undefined
  readonly name: string
  readonly fault: 'none' | 'refused' | 'missing_name' | 'long_name'
  /** Where to after an offer; undefined where the person came for it. */
  readonly returnTo: string | undefined
}

/** Makes a passkey, under a name. Also offered once after signing in. */
function newPasskeyPage(view: NewPasskeyView, context: PageContext): Page {
  const { make } = context.words.passkeys
  const { returnTo } = view
  const messages = { refused: make.refused, missing_name: make.missingName, long_name: make.longName }
  const faults = view.fault === 'none' ? [] : [{ fieldId: 'name', message: messages[view.fault] }]
  return formPage(
    {
      title: returnTo === undefined ? make.title : make.offer,
      faults,
      usesPasskeys: true,
      ...(returnTo === undefined ? { section: 'other' as const } : {}),
      body: html`<p>${make.what}</p>
        <p>${make.beside}</p>
        <p class="hint" data-passkey-unable>${make.unable}</p>
        <form method="post" action="${NEW_PASSKEY}" novalidate class="block">
          ${csrfField(view.csrf)}
          ${returnTo !== undefined && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
          <div class="field">
            <label for="name">${make.name}</label>
            <p class="hint" id="name-hint">${make.nameHint}</p>
            ${fieldFault('name', faults)}
            <input
              class="input"
              id="name"
              name="name"
              value="${view.name}"
              autocomplete="off"
              ${faultAttributes('name', faults, { hasHint: true })}
            />
          </div>
          ${passkeyButton({ options: view.options, label: make.button, isPrimary: true }, context)}
          <p class="block">
            <a class="tall" href="${returnTo ?? '/security'}"
              >${returnTo === undefined ? make.cancel : make.notNow}</a
            >
          </p>
        </form>`,
    },
    context,
  )
}

/** It is there now, and where to go on. */
function passkeyMadePage(returnTo: string | undefined, context: PageContext): Page {
  const { made } = context.words.passkeys
  return {
    title: made.title,
    status: 200,
    ...(returnTo === undefined ? { section: 'other' as const } : {}),
    body: html`<h1>${made.title}</h1>
      <p>${made.body}</p>
      <p class="block"><a class="button primary" href="${returnTo ?? '/security'}">${made.on}</a></p>`,
  }
}

/** Asks before a passkey is removed. */
function removePasskeyPage(
  { passkey, csrf }: { readonly passkey: OwnPasskey; readonly csrf: string },
  context: PageContext,
): Page {
  const { remove } = context.words.passkeys
  return {
    title: remove.title,
    status: 200,
    section: 'other',
    body: html`<h1>${remove.title}</h1>
      <p><b>${shownName(passkey.name)}</b></p>
      <p>${remove.body}</p>
      <form method="post" action="${removePath(passkey.id)}" class="block">
        ${csrfField(csrf)}
        <div class="actions">
          <a class="button" href="/security">${remove.keep}</a>
          <button class="button danger">${remove.button}</button>
        </div>
      </form>`,
  }
}
