import { html, type Html, type HtmlValue, trustedHtml } from '#html/html.ts'
import type { Page, PageContext } from './page.ts'

/** One fault of a form: what is wrong, and the field it leads to. */
export type Fault = { readonly fieldId: string; readonly message: HtmlValue }

/** The error summary at the top of a form. It takes the focus, and each fault leads to its field. */
export function problemSummary(faults: readonly Fault[], { words }: PageContext): HtmlValue {
  if (faults.length === 0) return undefined
  return html`<div class="problem" role="alert" tabindex="-1" data-problem aria-labelledby="problem-title">
    <h2 id="problem-title">${words.frame.problemTitle}</h2>
    <ul>
      ${faults.map((fault) => html`<li><a href="#${fault.fieldId}">${fault.message}</a></li>`)}
    </ul>
  </div>`
}

/** The same words again, beside the field. */
export function fieldFault(fieldId: string, faults: readonly Fault[]): HtmlValue {
  const fault = faults.find((candidate) => candidate.fieldId === fieldId)
  return fault === undefined ? undefined : html`<p class="fault" id="${fieldId}-fault">${fault.message}</p>`
}

/** Attributes that join a field to its fault, and to its hint (`name-hint`) where it has one. */
export function faultAttributes(
  fieldId: string,
  faults: readonly Fault[],
  { hasHint = false }: { readonly hasHint?: boolean } = {},
): HtmlValue {
  const isWrong = faults.some((fault) => fault.fieldId === fieldId)
  const describedBy = [...(hasHint ? [`${fieldId}-hint`] : []), ...(isWrong ? [`${fieldId}-fault`] : [])]
  return (
    describedBy.length > 0 &&
    html`${isWrong && html`aria-invalid="true" `}aria-describedby="${describedBy.join(' ')}"`
  )
}

export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf" value="${token}" />`
}

/** Logo of 40 px, or the first letter of the name: nothing is fetched from the application's own site. */
export function appLogo(app: { readonly name: string; readonly logoUrl: string | null }): Html {
  return app.logoUrl !== null && /^data:image\/(?:png|svg\+xml|webp|jpeg);/.test(app.logoUrl)
    ? html`<img class="logo" src="${app.logoUrl}" alt="" width="40" height="40" />`
    : html`<span class="logo" aria-hidden="true"
        >${/[\p{L}\p{N}]/u.exec(app.name)?.[0].toUpperCase() ?? '?'}</span
      >`
}

/** Copies the text of an element; shown by the page's script, because nothing else can copy. */
export function copyButton(id: 'reference' | 'client' | 'secret', { words }: PageContext): Html {
  const { copy, copied, copyOf } = words.frame
  return html`<button class="link tall" type="button" hidden data-copy="${id}" data-done="${copied}">
    ${copy}<span class="unseen"> ${copyOf[id]}</span>
  </button>`
}

/** Facts of a thing, each with its name. */
export function factList(rows: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="things facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="said">${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** An attribute that is there or not. */
export function flag(name: 'checked' | 'selected' | 'hidden' | 'open', isSet: boolean): HtmlValue {
  return isSet && trustedHtml(name)
}

/** A page that asks: its title as the heading, over that what is wrong with what was sent (422), under it the form. */
export function formPage(
  asked: Pick<Page, 'title' | 'section' | 'formRedirectOrigin' | 'isWide' | 'usesPasskeys'> & {
    readonly faults: readonly Fault[]
    readonly body: Html
  },
  context: PageContext,
): Page {
  const { faults, body, ...page } = asked
  const hasProblem = faults.length > 0
  return {
    ...page,
    status: hasProblem ? 422 : 200,
    hasProblem,
    body: html`${problemSummary(faults, context)}
      <h1>${page.title}</h1>
      ${body}`,
  }
}

/** What each field of a form receives: the faults of the whole form, and whether a page that opens puts the caret here. */
type FieldState = { readonly faults: readonly Fault[]; readonly isFirst: boolean }

/** The e-mail address of an account, as password managers look for it. */
export function emailField(
  {
    value,
    faults,
    isFirst,
    takesPasskey = false,
  }: FieldState & {
    readonly value: string
    /** Does the browser offer passkeys in this field? */
    readonly takesPasskey?: boolean
  },
  { words }: PageContext,
): HtmlValue {
  return html`<div class="field">
    <label for="email">${words.signIn.email}</label>
    ${fieldFault('email', faults)}
    <input
      class="input"
      id="email"
      name="email"
      type="email"
      inputmode="email"
      autocomplete="username${takesPasskey && ' webauthn'}"
      autocapitalize="none"
      spellcheck="false"
      value="${value}"
      ${faultAttributes('email', faults)}
      ${isFirst && html`data-first`}
    />
  </div>`
}

/** A password, with a button that shows it; the page's script uncovers the button. */
export function passwordField(
  field: FieldState & {
    readonly label: string
    readonly autocomplete: 'current-password' | 'new-password'
    readonly hint?: string
  },
  { words }: PageContext,
): HtmlValue {
  const { label, hint, faults } = field
  return html`<div class="field">
    <label for="password">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="password-hint">${hint}</p>`}
    ${fieldFault('password', faults)}
    <div class="with-button">
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        autocomplete="${field.autocomplete}"
        ${faultAttributes('password', faults, { hasHint: hint !== undefined })}
        ${field.isFirst && html`data-first`}
      />
      <button
        class="button"
        type="button"
        hidden
        data-show="password"
        data-hide="${words.signIn.hide}"
        aria-pressed="false"
      >
        ${words.signIn.show}
      </button>
    </div>
  </div>`
}

/** Tells a password manager whose password a form asks for; no script reads it. */
export function usernameOfPassword(email: string): HtmlValue {
  return html`<input type="hidden" name="username" value="${email}" autocomplete="username" />`
}
