import { hasControlCharacter } from '#applications/application.ts'
import { html } from '#html/html.ts'
import { parsePasskeyId } from '#http/given-id.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { csrfField, formActions, hiddenField, inputField, passkeyButton } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import { isConfirmed, signedInOpener } from '#sign-in/session-responder.ts'
import { nameBrowser, shownBrowser } from '#users/browser-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

const MAX_NAME_CHARACTERS = 60
const NEW_PASSKEY = '/security/passkeys/new'
const REMOVE = '/security/passkeys/:id/remove'

interface PasskeysParts {
  readonly passkeys: Pick<Passkeys, 'isAvailable' | 'creationOptions' | 'add'>
  readonly passkeyStore: Pick<PasskeyStore, 'list' | 'remove'>
}

const openAccount = signedInOpener('/security')

/**
 * Adds the pages of adding and removing passkeys. Both need a recent confirmation by password or passkey: otherwise somebody who
 * found the browser open could add a passkey and come back for good.
 */
export function addPasskeysPages(pages: PageRouter, deps: PasskeysParts): void {
  const { passkeyStore } = deps

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

  own.get(REMOVE, async (visit, { userId, passkey }) => {
    const { remove } = visit.context().words.passkeys
    visit.show({
      title: remove.title,
      section: 'other',
      body: html`<p><b>${shownName(passkey.name)}</b></p>
        <p>${remove.body}</p>
        <form method="post" action="/security/passkeys/${passkey.id}/remove" class="block">
          ${csrfField(await visit.token('passkey-remove', userId))}
          ${formActions({ path: '/security', label: remove.keep }, { label: remove.button, look: 'danger' })}
        </form>`,
    })
  })

  own.post(REMOVE, async (visit, { userId, passkey }) => {
    if (!(await visit.isOwnForm('passkey-remove', userId))) return
    await passkeyStore.remove(userId, passkey.id)
    visit.note('passkey.removed', { userId })
    visit.seeOther('/security')
  })
}

async function confirmedAccount(visit: Visit, path: string): Promise<BrowserAccount | undefined> {
  const account = await openAccount(visit)
  return account && isConfirmed(visit, account, path) ? account : undefined
}

function newPath(returnTo: string | undefined): string {
  return returnTo === undefined ? NEW_PASSKEY : `${NEW_PASSKEY}?return_to=${encodeURIComponent(returnTo)}`
}

type NewPasskeyForm = {
  readonly name: string
  readonly fault: 'none' | 'refused' | 'missing_name' | 'long_name'
  /** The page to go on to after an offer at sign-in; undefined if the person came to add a passkey. */
  readonly returnTo: string | undefined
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
  visit.note('passkey.added', { userId })
  const { made } = visit.context().words.passkeys
  visit.show({
    title: made.title,
    section: returnTo === undefined ? 'other' : undefined,
    body: html`<p>${made.body}</p>
      <p class="block"><a class="button primary" href="${returnTo ?? '/security'}">${made.on}</a></p>`,
  })
}

async function addFault(
  { passkeys }: PasskeysParts,
  visit: Visit,
  { userId, name }: Pick<BrowserAccount, 'userId' | 'name'>,
): Promise<NewPasskeyForm['fault']> {
  if (name === '') return 'missing_name'
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name)) return 'long_name'
  return (await passkeys.add(visit, userId, name)) ? 'none' : 'refused'
}

/** Shows the form that creates a passkey with a name. It is also offered once after signing in. */
async function showNew(
  { passkeys }: PasskeysParts,
  visit: Visit,
  account: BrowserAccount,
  { name, fault, returnTo }: NewPasskeyForm,
): Promise<void> {
  if (!passkeys.isAvailable(visit)) return visit.seeOther('/security')
  const csrf = await visit.token('passkey-new', account.userId)
  const options = await passkeys.creationOptions(visit, account)
  const context = visit.context()
  const { make } = context.words.passkeys
  const isOffer = returnTo !== undefined
  const messages = { refused: make.refused, missing_name: make.missingName, long_name: make.longName }
  const faults = fault === 'none' ? [] : [{ fieldId: 'name', message: messages[fault] }]
  const attributes = html`value="${name}" autocomplete="off"`
  visit.show({
    title: isOffer ? make.offer : make.title,
    faults,
    usesPasskeys: true,
    section: isOffer ? undefined : 'other',
    body: html`<p>${make.what}</p>
      <p>${make.beside}</p>
      <p class="hint" data-passkey-unable>${make.unable}</p>
      <form method="post" action="${NEW_PASSKEY}" novalidate class="block">
        ${csrfField(csrf)} ${hiddenField('return_to', returnTo)}
        ${inputField({ id: 'name', label: make.name, hint: make.nameHint, faults, attributes })}
        ${passkeyButton(options, { label: make.button, isPrimary: true }, context)}
        <p class="block">
          <a class="tall" href="${returnTo ?? '/security'}">${isOffer ? make.notNow : make.cancel}</a>
        </p>
      </form>`,
  })
}
