import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import { html, type HtmlValue } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'
import { clockTime } from '#pages/error-page.ts'
import { MAX_EXTENSIONS } from './request-time.ts'

/**
 * A7: until when the page works, and a way to have longer. It is always there, so that it needs no script; the space
 * it takes does not change.
 */
export function timeLeftPart(
  view: {
    readonly handle: AuthorizationHandle
    readonly csrf: string
    readonly expiresAtMs: number
    readonly extensions: number
    /** Where the person is, to come back to. */
    readonly returnTo: string
  },
  context: PageContext,
): HtmlValue {
  const words = context.words.consent
  return html`<form method="post" action="/authorize/${view.handle}/more-time" class="note block row">
    ${csrfField(view.csrf)}
    <input type="hidden" name="return_to" value="${view.returnTo}" />
    <span>${words.until(clockTime(view.expiresAtMs, context))}</span>
    ${view.extensions < MAX_EXTENSIONS && html`<button class="link tall">${words.moreTime}</button>`}
  </form>`
}
