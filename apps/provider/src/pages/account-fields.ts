import { html, type HtmlValue } from '#html/html.ts'
import type { PageContext } from './page.ts'
import { faultAttributes, fieldFault, type Fault } from './partials.ts'

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
