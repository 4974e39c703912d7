import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { html, type Html } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import type { Fault, PageContext } from '#pages/page.ts'
import { copyButton, csrfField, faultAttributes, fieldFault, flag, formActions } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { confirmedOpener } from '#sign-in/session-responder.ts'
import type { PersonalTokenStore } from '#tokens/personal-token-store.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { textField } from './application-form-page.ts'
import { openDeveloper } from './own-application-responder.ts'
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
 * Adds the page for making personal tokens; they are listed and ended with the connected apps. Such a token acts for its owner
 * without a password, so the password is asked for again before one is made.
 */
export function addPersonalTokenPage(
  pages: PageRouter,
  {
    businessAccess,
    personalTokens,
  }: {
    readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
    readonly personalTokens: Pick<PersonalTokenStore, 'mintWithin'>
  },
): void {
  const confirmed = pages.opening(confirmedOpener(openDeveloper, NEW))

  confirmed.get(NEW, (visit, account) => showForm(visit, account, EMPTY_TOKEN_FORM, []))

  confirmed.post(NEW, async (visit, account) => {
    const { userId } = account
    if (!(await visit.isOwnForm('personal-tokens', userId))) return
    const { words } = visit.context()
    const form = readTokenForm(visit.field)
    const { asked, faults } = judgeTokenForm(form, await openBusinesses(account), words)
    if (faults.length > 0) return showForm(visit, account, form, faults)
    const minted = await personalTokens.mintWithin(userId, asked, MAX_PERSONAL_TOKENS)
    if (minted === undefined) {
      const message = words.developers.tokens.tooMany(MAX_PERSONAL_TOKENS)
      return showForm(visit, account, form, [{ fieldId: 'name', message }])
    }
    visit.note('personal_token.created', { grantId: minted.id, userId })
    showToken(visit, { name: asked.name, token: minted.token })
  })

  async function openBusinesses({ userId }: BrowserAccount) {
    return (await businessAccess.listFor(userId)).filter(({ isArchived }) => !isArchived)
  }

  /** Shows the form of a new personal token: its name, what it may do, where, and for how long. */
  async function showForm(
    visit: Visit,
    account: BrowserAccount,
    form: TokenForm,
    faults: readonly Fault[],
  ): Promise<void> {
    const csrf = await visit.token('personal-tokens', account.userId)
    const businesses = await openBusinesses(account)
    visit.show({
      title: visit.context().words.developers.tokens.newTitle,
      faults,
      section: 'developers',
      body: tokenForm({ form, faults, businesses, csrf }, visit.context()),
    })
  }
}

function tokenForm(
  {
    form,
    faults,
    businesses,
    csrf,
  }: {
    readonly form: TokenForm
    readonly faults: readonly Fault[]
    readonly businesses: readonly Pick<BusinessAccess, 'businessId' | 'name'>[]
    readonly csrf: string
  },
  context: PageContext,
): Html {
  const words = context.words.developers.tokens
  const leave = { path: '/developers', label: words.cancel }
  return html`<p>${words.reach} ${context.sendsMail && words.mailed}</p>
    <form method="post" action="${NEW}" novalidate>
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
      ${formActions(leave, { label: words.create, look: 'primary' }, 'total actions')}
    </form>`
}

function option({ value, label }: Readonly<Record<'value' | 'label', string>>, isSelected: boolean): Html {
  return html`<option value="${value}" ${flag('selected', isSelected)}>${label}</option>`
}

/** Shows a personal token: the only time it is on a page. */
function showToken(visit: Visit, { name, token }: { readonly name: string; readonly token: string }): void {
  const context = visit.context()
  const words = context.words.developers.tokens
  visit.show({
    title: words.madeTitle(shownName(name)),
    section: 'developers',
    isShownOnce: true,
    address: '/developers',
    body: html`<div class="notice warn"><p>${words.once}</p></div>
      <section>
        <h2>${words.token}</h2>
        <p><code class="secret" id="secret">${token}</code> ${copyButton('secret', context)}</p>
        <p class="hint">${words.use}</p>
      </section>
      <p class="block row">
        <a class="button primary" href="/developers">${words.on}</a>
        <a class="button" href="/graphql/public">${words.explore}</a>
      </p>`,
  })
}
