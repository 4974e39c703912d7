import type { Router } from 'express'
import { hasControlCharacter } from '#applications/application.ts'
import { html } from '#html/html.ts'
import { parsePasskeyId } from '#http/given-id.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { csrfField, faultAttributes, fieldFault, formPage } from '#pages/partials.ts'
import type { Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import { passkeyButton } from '#passkeys/passkey-button.ts'
import type { OwnPasskey, PasskeyStore } from '#passkeys/passkey-store.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { isConfirmed } from '#sign-in/session-responder.ts'
import { nameBrowser, shownBrowser } from '#users/browser-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { ChangePasswordParts } from './change-password-routes.ts'

const MAX_NAME_CHARACTERS = 60
const NEW_PASSKEY = '/security/passkeys/new'
const removePath = (id: string) => `/security/passkeys/${id}/remove`
const REMOVE = '/security/passkeys/:id/remove'

export interface PasskeysParts extends Pick<
  ChangePasswordParts,
  'responder' | 'clock' | 'logger' | 'accountOf'
> {
  readonly passkeys: Pick<Passkeys, 'isAvailable' | 'creationOptions' | 'add'>
  readonly passkeyStore: Pick<PasskeyStore, 'list' | 'remove'>
}

/**
 * Serves adding and removing passkeys. Both need a recent confirmation by password or passkey: otherwise somebody who found the
 * browser open could add a passkey and come back for good.
 */
export function createPasskeysRoutes(deps: PasskeysParts): Router {
  const { logger, passkeyStore } = deps
  const pages = createPageRoutes(deps.responder)

  async function confirmedAccount(visit: Visit, path: string): Promise<BrowserAccount | undefined> {
    const account = await deps.accountOf(visit)
    return account && isConfirmed(visit, { account, clock: deps.clock, path }) ? account : undefined
  }

  pages
    .opening((visit) => confirmedAccount(visit, visit.req.originalUrl))
    .get(NEW_PASSKEY, (visit, account) => {
      const browser = nameBrowser(visit.req.get('user-agent'))
      const name = browser === undefined ? '' : shownBrowser(browser, visit.context().words.frame)
      const returnTo = parseLocalPath(visit.query('return_to'))
      return showNew(deps, visit, account, { name, returnTo, fault: 'none' })
    })

  pages.post(NEW_PASSKEY, async (visit) => {
    const returnTo = parseLocalPath(visit.field('return_to'))
    const account = await confirmedAccount(visit, newPath(returnTo))
    if (account !== undefined) await add(deps, visit, account, returnTo)
  })

  // Another person's passkey is answered like an unknown one.
  const own = pages.opening(async (visit) => {
    const account = await confirmedAccount(visit, visit.req.path)
    if (account === undefined) return undefined
    const id = parsePasskeyId(visit.req.params['id'])
    const passkey = (await passkeyStore.list(account.userId)).find((one) => one.id === id)
    if (passkey !== undefined) return { userId: account.userId, passkey }
    visit.sendErrorPage({ kind: 'not_found' })
    return undefined
  })
  own.get(REMOVE, async (visit, { userId, passkey }) =>
    visit.render(removePasskeyPage, { passkey, csrf: await visit.token('passkey-remove', userId) }),
  )
  own.post(REMOVE, async (visit, { userId, passkey }) => {
    if (!(await visit.isOwnForm('passkey-remove', userId))) return
    await passkeyStore.remove(userId, passkey.id)
    logger.info({ event: 'passkey.removed', userId, requestId: visit.requestId() })
    visit.seeOther('/security')
  })

  return pages.router
}

async function add(
  deps: PasskeysParts,
  visit: Visit,
  account: BrowserAccount,
  returnTo: string | undefined,
): Promise<void> {
  const { userId } = account
  if (!(await visit.isOwnForm('passkey-new', userId))) return
  const name = (visit.field('name') ?? '').trim()
  const fault = await addFault(deps, visit, { userId, name })
  if (fault !== 'none') return showNew(deps, visit, account, { name, returnTo, fault })
  deps.logger.info({ event: 'passkey.added', userId, requestId: visit.requestId() })
  visit.render(passkeyMadePage, returnTo)
}

async function addFault(
  { passkeys }: PasskeysParts,
  visit: Visit,
  { userId, name }: Pick<BrowserAccount, 'userId' | 'name'>,
): Promise<NewPasskeyView['fault']> {
  if (name === '') return 'missing_name'
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name)) return 'long_name'
  return (await passkeys.add(visit, userId, name)) ? 'none' : 'refused'
}

async function showNew(
  { passkeys }: PasskeysParts,
  visit: Visit,
  account: BrowserAccount,
  form: Pick<NewPasskeyView, 'name' | 'returnTo' | 'fault'>,
): Promise<void> {
  if (!passkeys.isAvailable(visit)) return visit.seeOther('/security')
  const csrf = await visit.token('passkey-new', account.userId)
  visit.render(newPasskeyPage, { ...form, csrf, options: await passkeys.creationOptions(visit, account) })
}

function newPath(returnTo: string | undefined): string {
  return returnTo === undefined ? NEW_PASSKEY : `${NEW_PASSKEY}?return_to=${encodeURIComponent(returnTo)}`
}

type NewPasskeyView = {
  readonly csrf: string
  /** The WebAuthn creation options as JSON. */
  readonly options: string | undefined
  readonly name: string
  readonly fault: 'none' | 'refused' | 'missing_name' | 'long_name'
  /** The page to go on to after an offer at sign-in; undefined if the person came to add a passkey. */
  readonly returnTo: string | undefined
}

/** Shows the form that creates a passkey with a name. It is also offered once after signing in. */
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
      section: returnTo === undefined ? 'other' : undefined,
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

/** Confirms the new passkey, with a link to go on. */
function passkeyMadePage(returnTo: string | undefined, context: PageContext): Page {
  const { made } = context.words.passkeys
  return {
    title: made.title,
    status: 200,
    section: returnTo === undefined ? 'other' : undefined,
    body: html`<h1>${made.title}</h1>
      <p>${made.body}</p>
      <p class="block"><a class="button primary" href="${returnTo ?? '/security'}">${made.on}</a></p>`,
  }
}

/** Asks for confirmation before a passkey is removed. */
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
