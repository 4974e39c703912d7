import { html, type Html, type HtmlValue } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'

/**
 * A button of a form that asks the device for a passkey and sends the form with it. The page's script uncovers it; nothing where
 * there is no passkey to ask for.
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

/** A field of a form that signs in: the page's script notes in it whether a passkey could be made in this browser. */
export function canPasskeyField(): Html {
  return html`<input type="hidden" name="can_passkey" />`
}
