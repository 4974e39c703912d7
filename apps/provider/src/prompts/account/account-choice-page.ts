import { shownName } from '#pages/shown-name.ts'
import { html } from '#html/html.ts'
import { ARROW_ICON } from '#html/icons.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

export type AccountChoiceView = {
  readonly action: string
  readonly csrf: string
  readonly accounts: readonly (BrowserAccount & { readonly businessCount: number })[]
  readonly app: { readonly name: string; readonly host: string } | undefined
  readonly formRedirectOrigin: string | undefined
}

/** A2. A list of buttons: one press chooses. */
export function accountChoicePage(view: AccountChoiceView, context: PageContext): Page {
  const words = context.words.signIn
  const choices = view.accounts.map((account) =>
    account.isSignedIn
      ? html`<button class="choice go" name="account" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            ${account.name !== account.email && html`<span class="hint">${account.email}</span>`}
            <span class="hint">${words.businesses(account.businessCount)}</span>
          </span>
          ${ARROW_ICON}
        </button>`
      : html`<button class="choice go" name="sign_in_as" value="${account.userId}">
          <span class="stack">
            <b>${shownName(account.name)}</b>
            <span class="hint">${account.email}</span>
            <span class="hint">${words.signedOutAccount}</span>
          </span>
          ${ARROW_ICON}
        </button>`,
  )
  return {
    title: words.which,
    status: 200,
    formRedirectOrigin: view.formRedirectOrigin,
    body: html`<h1>${words.which}</h1>
      ${view.app !== undefined && html`<p class="lede">${words.toContinue(shownName(view.app.name), view.app.host)}</p>`}
      <form method="post" action="${view.action}" class="block">
        ${csrfField(view.csrf)}
        <div class="choices">${choices}</div>
        <p class="block"><button class="button full" name="another" value="1">${words.another}</button></p>
      </form>`,
  }
}
