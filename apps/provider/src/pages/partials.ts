import { html, type Html, type HtmlValue, trustedHtml } from '#html/html.ts'
import { formatClock } from './dates.ts'
import type { Fault, PageContext } from './page.ts'

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

/** Renders a field of one line, with its label, its hint and its fault. */
export function inputField({
  id,
  label,
  hint,
  faults,
  isMono = false,
  layout = 'field',
  attributes,
  isFirst = false,
}: {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly faults: readonly Fault[]
  /** True for letters of one width, for codes. */
  readonly isMono?: boolean
  readonly layout?: 'field' | 'field block'
  readonly attributes: Html
  /** True if the field is focused when the page opens. */
  readonly isFirst?: boolean
}): Html {
  return html`<div class="${layout}">
    <label for="${id}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`} ${fieldFault(id, faults)}
    <input
      class="input${isMono && ' mono'}"
      id="${id}"
      name="${id}"
      ${attributes}
      ${faultAttributes(id, faults, { hasHint: hint !== undefined })}
      ${isFirst && html`data-first`}
    />
  </div>`
}

/** The state of a field: the faults of the whole form, and whether the field is focused when the page opens. */
type FieldState = { readonly faults: readonly Fault[]; readonly isFirst: boolean }

/** Renders the e-mail field of an account, which password managers recognise. With `takesPasskey` the browser offers passkeys in it. */
export function emailField(
  {
    value,
    faults,
    isFirst,
    takesPasskey = false,
  }: FieldState & { readonly value: string; readonly takesPasskey?: boolean },
  { words }: PageContext,
): Html {
  return inputField({
    id: 'email',
    label: words.signIn.email,
    faults,
    isFirst,
    attributes: html`type="email" inputmode="email" autocomplete="username${takesPasskey && ' webauthn'}"
    autocapitalize="none" spellcheck="false" value="${value}"`,
  })
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

/** Renders a hidden field; nothing if it has no value. */
export function hiddenField(name: 'return_to' | 'request', value: string | undefined): HtmlValue {
  return value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`
}

/** Renders the end of a form: the link that leaves it, and its button. */
export function formActions(
  leave: { readonly path: string; readonly label: string },
  button: { readonly label: string; readonly look: 'primary' | 'danger' },
  layout: 'actions' | 'total actions' = 'actions',
): Html {
  return html`<div class="${layout}">
    <a class="button" href="${leave.path}">${leave.label}</a>
    <button class="button ${button.look}">${button.label}</button>
  </div>`
}

/** Renders the form that confirms a removal, or the link that leaves it. Without a `button` nothing can be removed. */
export function removalForm(form: {
  readonly action: string
  readonly csrf: string
  readonly leave: { readonly path: string; readonly label: string }
  readonly button: string | undefined
}): Html {
  return html`<form method="post" action="${form.action}" class="total actions">
    ${csrfField(form.csrf)}
    <a class="button" href="${form.leave.path}">${form.leave.label}</a>
    ${form.button !== undefined && html`<button class="button primary danger">${form.button}</button>`}
  </form>`
}

/**
 * Renders a button that requests a passkey from the device and posts the form with it. The page's script makes it visible. Renders
 * nothing if there are no options.
 *
 * @param options The WebAuthn options as JSON.
 */
export function passkeyButton(
  options: string | undefined,
  { label, isPrimary = false }: { readonly label: string; readonly isPrimary?: boolean },
  { words }: PageContext,
): HtmlValue {
  if (options === undefined) return undefined
  return html`<div class="field block">
    <input type="hidden" name="passkey" />
    <button class="button full${isPrimary && ' primary'}" type="button" hidden data-passkey="${options}">
      ${label}
    </button>
    <p class="fault" role="alert" hidden data-passkey-fault>${words.passkeys.nothing}</p>
  </div>`
}

/** A field of sign-in forms in which the page's script notes whether this browser could create a passkey. */
export const CAN_PASSKEY_FIELD = html`<input type="hidden" name="can_passkey" />`

/** Renders a clock time, which the page's script converts to the reader's time zone. */
export function clockTime(atMs: number, { dates }: PageContext): Html {
  return html`<time datetime="${new Date(atMs).toISOString()}" data-clock>${formatClock(atMs, dates)}</time>`
}
