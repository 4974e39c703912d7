import { html, type HtmlValue } from '#html/html.ts'
import { clockTime } from '#pages/error-page.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { csrfField, faultAttributes, fieldFault, problemSummary } from '#pages/partials.ts'
import type { PasswordFault } from '#users/password-rule.ts'

/** Asks whom to send a link; `isMissing` once it was sent without an address. */
export function forgotPasswordPage(
  view: { readonly csrf: string; readonly returnTo: string; readonly isMissing: boolean },
  context: PageContext,
): Page {
  const { signIn } = context.words
  const { forgot } = context.words.passwordReset
  const faults = view.isMissing ? [{ fieldId: 'email', message: signIn.enterEmail }] : []
  return {
    title: forgot.title,
    status: view.isMissing ? 422 : 200,
    hasProblem: view.isMissing,
    body: html`${problemSummary(faults, context)}
      <h1>${forgot.title}</h1>
      <p>${forgot.body}</p>
      <form method="post" action="/forgot-password" novalidate class="block">
        ${csrfField(view.csrf)}
        <input type="hidden" name="return_to" value="${view.returnTo}" />
        <div class="field">
          <label for="email">${signIn.email}</label>
          ${fieldFault('email', faults)}
          <input
            class="input"
            id="email"
            name="email"
            type="email"
            inputmode="email"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            data-first
            ${faultAttributes('email', faults)}
          />
        </div>
        <button class="button primary full">${forgot.button}</button>
      </form>
      ${backLink(view.returnTo, context)}`,
  }
}

/** There is no mail server: who to ask instead. */
export function noMailPage(returnTo: string, context: PageContext): Page {
  const words = context.words.passwordReset.noMail
  return {
    title: words.title,
    status: 200,
    body: html`<h1>${words.title}</h1>
      <p>${words.body}</p>
      ${backLink(returnTo, context)}`,
  }
}

/** The same whether there is such an account or not. */
export function linkSentPage(
  view: { readonly email: string; readonly returnTo: string },
  context: PageContext,
): Page {
  const { sent, forgot } = context.words.passwordReset
  return {
    title: sent.title,
    status: 200,
    body: html`<h1>${sent.title}</h1>
      <p>${sent.body(view.email)}</p>
      <p>${sent.works}</p>
      <p>${sent.nothing}</p>
      <p class="block row">
        <a class="button" href="${view.returnTo}">${forgot.back}</a>
        <a class="tall" href="/forgot-password?return_to=${encodeURIComponent(view.returnTo)}"
          >${sent.again}</a
        >
      </p>`,
  }
}

export function tooManyLinksPage(
  view: { readonly untilMs: number; readonly returnTo: string },
  context: PageContext,
): Page {
  const words = context.words.passwordReset.tooMany
  return {
    title: words.title,
    status: 429,
    body: html`<h1>${words.title}</h1>
      <p>${words.body(clockTime(view.untilMs, context))}</p>
      <p>${words.newest}</p>
      ${backLink(view.returnTo, context)}`,
  }
}

/** The new password, for whoever came by a link that is alive. */
export function setPasswordPage(
  view: { readonly csrf: string; readonly email: string; readonly fault: PasswordFault | undefined },
  context: PageContext,
): Page {
  const { set } = context.words.passwordReset
  const { show, hide } = context.words.signIn
  const faults = view.fault === undefined ? [] : [{ fieldId: 'password', message: set.fault[view.fault] }]
  return {
    title: set.title,
    status: view.fault === undefined ? 200 : 422,
    hasProblem: view.fault !== undefined,
    body: html`${problemSummary(faults, context)}
      <h1>${set.title}</h1>
      <p>${set.forAccount(view.email)}</p>
      <form method="post" action="/reset-password" novalidate class="block">
        ${csrfField(view.csrf)}
        <input type="hidden" name="username" value="${view.email}" autocomplete="username" />
        <div class="field">
          <label for="password">${set.label}</label>
          <p class="hint" id="password-hint">${set.hint}</p>
          ${fieldFault('password', faults)}
          <div class="with-button">
            <input
              class="input"
              id="password"
              name="password"
              type="password"
              autocomplete="new-password"
              data-first
              ${faults.length === 0 ? html`aria-describedby="password-hint"` : faultAttributes('password', faults)}
            />
            <button
              class="button"
              type="button"
              hidden
              data-show="password"
              data-hide="${hide}"
              aria-pressed="false"
            >
              ${show}
            </button>
          </div>
        </div>
        <p>${set.ends}</p>
        <button class="button primary full">${set.button}</button>
      </form>`,
  }
}

/** Used, run out, superseded, or never one of ours. */
export function deadLinkPage(context: PageContext): Page {
  const words = context.words.passwordReset.dead
  return {
    title: words.title,
    status: 400,
    body: html`<h1>${words.title}</h1>
      <p>${words.body}</p>
      <p class="block"><a class="button" href="/forgot-password">${words.again}</a></p>`,
  }
}

export function passwordSetPage(email: string, context: PageContext): Page {
  const words = context.words.passwordReset.done
  return {
    title: words.title,
    status: 200,
    body: html`<h1>${words.title}</h1>
      <p>${words.body(email)}</p>
      <p>${words.apps}</p>
      <p class="block"><a class="button primary" href="/sign-in">${context.words.frame.signIn}</a></p>`,
  }
}

function backLink(returnTo: string, { words }: PageContext): HtmlValue {
  return html`<p class="block"><a class="tall" href="${returnTo}">${words.passwordReset.forgot.back}</a></p>`
}
