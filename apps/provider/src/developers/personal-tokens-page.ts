import type { TokenFamilyId } from '@counterfoil/oauth/ids'
import { html, type Html } from '#html/html.ts'
import { formatDay } from '#pages/dates.ts'
import { formPage } from '#pages/form-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { copyButton, csrfField, faultAttributes, fieldFault, flag, type Fault } from '#pages/partials.ts'
import { TOKEN_LIFETIMES_DAYS } from './personal-token.ts'
import { shownName } from '#pages/shown-name.ts'

/** A personal token without the token. */
export type PersonalTokenView = {
  readonly id: TokenFamilyId
  readonly name: string | null
  readonly createdAtMs: number
  readonly endsAtMs: number | null
}

/** On the page of a developer: the personal tokens that live. */
export function personalTokensSection(tokens: readonly PersonalTokenView[], context: PageContext): Html {
  const words = context.words.developers.tokens
  return html`<section>
    <h2>${words.title}</h2>
    <p class="hint">${words.lede}</p>
    ${
      tokens.length > 0 &&
      html`<ul class="cards block">
        ${tokens.map((token) => tokenRow(token, context))}
      </ul>`
    }
    <p class="block"><a class="button" href="/developers/tokens/new">${words.create}</a></p>
  </section>`
}

function tokenRow({ id, name, createdAtMs, endsAtMs }: PersonalTokenView, context: PageContext): Html {
  const words = context.words.developers.tokens
  const shown = shownName(name ?? words.unnamed)
  return html`<li class="split">
    <div>
      <h3>${shown}</h3>
      <p class="hint">${words.made(formatDay(createdAtMs, context.dates))}</p>
      ${endsAtMs !== null && html`<p class="hint">${words.ends(formatDay(endsAtMs, context.dates))}</p>`}
    </div>
    <a class="button" href="/developers/tokens/${id}/end"
      >${words.end}<span class="unseen"> ${shown}</span></a
    >
  </li>`
}

/** Asks what a new personal token is for. */
export function newTokenPage(
  view: {
    readonly name: string
    readonly days: number
    readonly faults: readonly Fault[]
    readonly csrf: string
  },
  context: PageContext,
): Page {
  const words = context.words.developers.tokens
  const { name, days, faults, csrf } = view
  return formPage(
    {
      title: words.newTitle,
      faults,
      section: 'developers',
      body: html`<p>${words.reach}</p>
        <form method="post" action="/developers/tokens/new" novalidate>
          ${csrfField(csrf)}
          <div class="field">
            <label for="name">${words.name}</label>
            <p class="hint" id="name-hint">${words.nameHint}</p>
            ${fieldFault('name', faults)}
            <input
              class="input"
              id="name"
              name="name"
              autocomplete="off"
              ${faultAttributes('name', faults, { hasHint: true })}
              value="${name}"
            />
          </div>
          <div class="field">
            <label for="days">${words.lifetime}</label>
            <select class="input" id="days" name="days">
              ${TOKEN_LIFETIMES_DAYS.map(
                (count) =>
                  html`<option value="${count}" ${flag('selected', count === days)}>
                    ${words.days(count)}
                  </option>`,
              )}
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

/** Asks before a personal token ends. */
export function endTokenPage(
  view: { readonly token: PersonalTokenView; readonly csrf: string },
  context: PageContext,
): Page {
  const words = context.words.developers.tokens
  const title = words.endTitle(shownName(view.token.name ?? words.unnamed))
  return {
    title,
    status: 200,
    section: 'developers',
    body: html`<h1>${title}</h1>
      <p>${words.endBody}</p>
      <form method="post" action="/developers/tokens/${view.token.id}/end" class="total actions">
        ${csrfField(view.csrf)}
        <a class="button" href="/developers">${words.keep}</a>
        <button class="button primary danger">${words.endButton}</button>
      </form>`,
  }
}
