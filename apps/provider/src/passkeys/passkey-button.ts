import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'

/**
 * Renders a button that requests a passkey from the device and posts the form with it. The page's script makes it visible. Renders
 * nothing if there are no options.
 */
export function passkeyButton(
  {
    options,
    label,
    isPrimary = false,
  }: {
    readonly options: string | undefined
    readonly label: string
    readonly isPrimary?: boolean
  },
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

/** Renders a field of sign-in forms in which the page's script notes whether this browser could create a passkey. */
export function canPasskeyField(): Html {
  return html`<input type="hidden" name="can_passkey" />`
}
