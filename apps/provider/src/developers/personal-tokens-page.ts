import { html, type Html } from '#html/html.ts'
import type { BusinessAccess } from '#businesses/business-access.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { copyButton, csrfField, faultAttributes, fieldFault, flag, type Fault } from '#pages/partials.ts'
import { shownName } from '#pages/shown-name.ts'
import { textField } from './application-form-page.ts'
import { TOKEN_LIFETIMES_DAYS, type TokenForm } from './personal-token.ts'

/** On the page of a developer: making a personal token, and where those that live are. */
export function personalTokensSection({ words }: PageContext): Html {
  const { tokens } = words.developers
  return html`<section>
    <h2>${tokens.title}</h2>
    <p class="hint">${tokens.lede}</p>
    <p class="block row">
      <a class="button" href="/developers/tokens/new">${tokens.create}</a>
      <a class="tall" href="/connected-apps">${tokens.listed}</a>
    </p>
  </section>`
}

/** Asks what a new personal token is for, what it may do, where, and for how long. */
export function newTokenPage(
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

/** The one time a personal token is on a page. */
export function tokenMadePage(
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
