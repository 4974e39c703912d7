import type { Router } from 'express'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { html, type Html } from '#html/html.ts'
import {
  copyButton,
  csrfField,
  type Fault,
  faultAttributes,
  fieldFault,
  flag,
  formPage,
} from '#pages/partials.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import { createAccountOpener, createConfirmedOpener } from '#sign-in/session-responder.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { textField } from './application-form-page.ts'
import {
  EMPTY_TOKEN_FORM,
  judgeTokenForm,
  MAX_PERSONAL_TOKENS,
  readTokenForm,
  TOKEN_LIFETIMES_DAYS,
  type TokenForm,
} from './personal-token.ts'

const NEW = '/developers/tokens/new'

/**
 * Creates the pages for making personal tokens; they are listed and ended with the connected apps. Such a token acts for its owner
 * without a password, so the password is asked for again before one is made.
 */
export function createPersonalTokenRoutes({
  responder,
  logger,
  clock,
  sessions,
  businessAccess,
  personalTokens,
}: {
  readonly responder: PageResponder
  readonly logger: Logger
  readonly clock: Clock
  readonly sessions: BrowserSessionStore
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly personalTokens: PersonalTokenStore
}): Router {
  const accountOf = createAccountOpener(responder, sessions, '/developers')
  const pages = createPageRoutes(responder)
  const confirmed = pages.opening(createConfirmedOpener(accountOf, clock, NEW))

  async function openBusinesses({ userId }: BrowserAccount) {
    return (await businessAccess.listFor(userId)).filter(({ isArchived }) => !isArchived)
  }

  async function showForm(
    visit: Visit,
    account: BrowserAccount,
    view: { readonly form: TokenForm; readonly faults: readonly Fault[] },
  ): Promise<void> {
    const csrf = await visit.token('personal-tokens', account.userId)
    visit.render(newTokenPage, { ...view, businesses: await openBusinesses(account), csrf })
  }

  confirmed.get(NEW, (visit, account) => showForm(visit, account, { form: EMPTY_TOKEN_FORM, faults: [] }))

  confirmed.post(NEW, async (visit, account) => {
    const { userId } = account
    if (!(await visit.isOwnForm('personal-tokens', userId))) return
    const { words } = visit.context()
    const form = readTokenForm(visit.field)
    const { asked, faults } = judgeTokenForm(form, await openBusinesses(account), words)
    if (faults.length > 0) return showForm(visit, account, { form, faults })
    const minted = await personalTokens.mintWithin(userId, asked, MAX_PERSONAL_TOKENS)
    if (minted === undefined) {
      const message = words.developers.tokens.tooMany(MAX_PERSONAL_TOKENS)
      return showForm(visit, account, { form, faults: [{ fieldId: 'name', message }] })
    }
    const { id, token } = minted
    logger.info({ event: 'personal_token.created', grantId: id, userId, requestId: visit.requestId() })
    visit.render(tokenMadePage, { name: asked.name, token })
  })

  return pages.router
}

/** Shows the form of a new personal token: its name, what it may do, where, and for how long. */
function newTokenPage(
  view: {
    readonly form: TokenForm
    readonly businesses: readonly BusinessAccess[]
    readonly faults: readonly Fault[]
    readonly csrf: string
  },
  context: PageContext,
): Page {
  const words = context.words.developers.tokens
  const { form, businesses, faults, csrf } = view
  return formPage(
    {
      title: words.newTitle,
      faults,
      section: 'developers',
      body: html`<p>${words.reach} ${context.sendsMail && words.mailed}</p>
        <form method="post" action="/developers/tokens/new" novalidate>
          ${csrfField(csrf)}
          ${textField({ id: 'name', label: words.name, hint: words.nameHint, value: form.name, faults })}
          ${textField({ id: 'scopes', label: words.scopes, hint: words.scopesHint, value: form.scopes, kind: 'lines', faults })}
          <div class="field">
            <label for="business">${words.business}</label>
            ${fieldFault('business', faults)}
            <select class="input" id="business" name="business" ${faultAttributes('business', faults)}>
              <option value="">${words.all}</option>
              ${businesses.map(({ businessId, name }) => option({ value: businessId, label: shownName(name) }, businessId === form.business))}
            </select>
          </div>
          <div class="field">
            <label for="days">${words.lifetime}</label>
            <select class="input" id="days" name="days">
              ${TOKEN_LIFETIMES_DAYS.map((count) => option({ value: String(count), label: words.days(count) }, count === form.days))}
            </select>
          </div>
          <div class="total actions">
            <a class="button" href="/developers">${words.cancel}</a>
            <button class="button primary">${words.create}</button>
          </div>
        </form>`,
    },
    context,
  )
}

function option({ value, label }: Readonly<Record<'value' | 'label', string>>, isSelected: boolean): Html {
  return html`<option value="${value}" ${flag('selected', isSelected)}>${label}</option>`
}

/** Shows a personal token: the only time it is on a page. */
function tokenMadePage(
  { name, token }: { readonly name: string; readonly token: string },
  context: PageContext,
): Page {
  const words = context.words.developers.tokens
  const title = words.madeTitle(shownName(name))
  return {
    title,
    status: 200,
    section: 'developers',
    isShownOnce: true,
    address: '/developers',
    body: html`<h1>${title}</h1>
      <div class="notice warn"><p>${words.once}</p></div>
      <section>
        <h2>${words.token}</h2>
        <p><code class="secret" id="secret">${token}</code> ${copyButton('secret', context)}</p>
        <p class="hint">${words.use}</p>
      </section>
      <p class="block row">
        <a class="button primary" href="/developers">${words.on}</a>
        <a class="button" href="/graphql/public">${words.explore}</a>
      </p>`,
  }
}
