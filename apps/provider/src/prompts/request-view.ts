import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import {
  HELD_LIFETIME_MS,
  PENDING_LIFETIME_MS,
  type PendingAuthorization,
} from '#authorize/pending-authorization.ts'
import { html, type HtmlValue } from '#html/html.ts'
import { clockTime } from '#pages/error-page.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { PageContext } from '#pages/page.ts'
import { csrfField } from '#pages/partials.ts'

/** How often a person may ask for more time. */
export const MAX_EXTENSIONS = 10

/** The application as pages name it. */
export function appOf(request: PendingAuthorization): { name: string; host: string } {
  return { name: request.application.name, host: new URL(request.redirectUri).host }
}

/**
 * Signing in or choosing an account can end at the application without another click only when it asked with `auto`;
 * then browsers apply this page's `form-action` to that redirect too.
 */
export function redirectOriginFor(request: PendingAuthorization): string | undefined {
  return request.approvalPrompt === 'auto' ? formActionSource(request.redirectUri) : undefined
}

/**
 * When a request on A3-none runs out: an hour from the first look. Looking again does not move it, so a page that is
 * left open cannot keep a request alive for ever.
 */
export function heldUntil(
  request: Pick<PendingAuthorization, 'createdAtMs' | 'expiresAtMs'>,
  nowMs: number,
): number {
  const isHeld = request.expiresAtMs - request.createdAtMs >= HELD_LIFETIME_MS
  return isHeld ? request.expiresAtMs : nowMs + HELD_LIFETIME_MS
}

/** The new end after "Give me more time", or undefined when it was asked for too often. */
export function extendedUntil(
  request: Pick<PendingAuthorization, 'expiresAtMs' | 'extensions'>,
  nowMs: number,
): number | undefined {
  if (request.extensions >= MAX_EXTENSIONS) return undefined
  return Math.max(request.expiresAtMs, nowMs) + PENDING_LIFETIME_MS
}

/**
 * A7: until when the page works, and a way to have longer. It is always there, so that it needs no script; the space
 * it takes does not change.
 */
export function timeLeftPart(
  view: Pick<PendingAuthorization, 'expiresAtMs' | 'extensions'> & {
    readonly handle: AuthorizationHandle
    readonly csrf: string
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
