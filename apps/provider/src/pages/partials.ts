import { html, type Html, type HtmlValue, trustedHtml } from '#html/html.ts'
import type { Page, PageContext } from './page.ts'

/** One fault of a form: its message and the id of the field that it links to. */
export type Fault = { readonly fieldId: string; readonly message: HtmlValue }

/** Renders the error summary at the top of a form. It takes the focus, and each fault links to its field. */
export function problemSummary(faults: readonly Fault[], { words }: PageContext): HtmlValue {
  if (faults.length === 0) return undefined
  return html`<div class="problem" role="alert" tabindex="-1" data-problem aria-labelledby="problem-title">
    <h2 id="problem-title">${words.frame.problemTitle}</h2>
    <ul>
      ${faults.map((fault) => html`<li><a href="#${fault.fieldId}">${fault.message}</a></li>`)}
    </ul>
  </div>`
}

/** Renders the same message again, beside the field. */
export function fieldFault(fieldId: string, faults: readonly Fault[]): HtmlValue {
  const fault = faults.find((candidate) => candidate.fieldId === fieldId)
  return fault === undefined ? undefined : html`<p class="fault" id="${fieldId}-fault">${fault.message}</p>`
}

/** Returns the attributes that connect a field to its fault, and to its hint (`name-hint`) if it has one. */
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

/** Renders a logo of 40 px, or the first letter of the name. Nothing is fetched from the application's own site. */
export function appLogo(app: { readonly name: string; readonly logoUrl: string | null }): Html {
  return app.logoUrl !== null && /^data:image\/(?:png|svg\+xml|webp|jpeg);/.test(app.logoUrl)
    ? html`<img class="logo" src="${app.logoUrl}" alt="" width="40" height="40" />`
    : html`<span class="logo" aria-hidden="true"
        >${/[\p{L}\p{N}]/u.exec(app.name)?.[0].toUpperCase() ?? '?'}</span
      >`
}

/** Renders a button that copies the text of an element. The page's script shows it, because copying needs a script. */
export function copyButton(id: 'reference' | 'client' | 'secret', { words }: PageContext): Html {
  const { copy, copied, copyOf } = words.frame
  return html`<button class="link tall" type="button" hidden data-copy="${id}" data-done="${copied}">
    ${copy}<span class="unseen"> ${copyOf[id]}</span>
  </button>`
}

/** Renders a list of names and values. */
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

/** Renders a boolean attribute; nothing if it is not set. */
export function flag(name: 'checked' | 'selected' | 'hidden' | 'open', isSet: boolean): HtmlValue {
  return isSet && trustedHtml(name)
}

/** Returns a page with a form: above the title the faults of a rejected form (422), below it the form. */
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

/** The state of a field: the faults of the whole form, and whether the field is focused when the page opens. */
type FieldState = { readonly faults: readonly Fault[]; readonly isFirst: boolean }

/** Renders the e-mail field of an account, which password managers recognise. */
export function emailField(
  {
    value,
    faults,
    isFirst,
    takesPasskey = false,
  }: FieldState & {
    readonly value: string
    /** True if the browser offers passkeys in this field. */
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

/** Renders a password field with a button that shows the password; the page's script makes the button visible. */
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

/** Renders a hidden field that gives password managers the account of a password; no script reads it. */
export function usernameOfPassword(email: string): HtmlValue {
  return html`<input type="hidden" name="username" value="${email}" autocomplete="username" />`
}
