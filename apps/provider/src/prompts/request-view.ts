import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import {
  HELD_LIFETIME_MS,
  PENDING_LIFETIME_MS,
  type PendingAuthorization,
} from '#authorize/pending-authorization.ts'
import { html, type HtmlValue } from '#html/html.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { PageContext } from '#pages/page.ts'
import { clockTime, csrfField } from '#pages/partials.ts'

/** The most times that a person may request more time. */
export const MAX_EXTENSIONS = 10

/** Returns the name and host of the application for pages. */
export function appOf(request: PendingAuthorization): { name: string; host: string } {
  return { name: request.application.name, host: new URL(request.redirectUri).host }
}

/**
 * Returns the origin of the redirect_uri for this page's `form-action`, if signing in or choosing an account can end at the
 * application without another click (request with `auto`): browsers apply `form-action` to that redirect too.
 */
export function redirectOriginFor(request: PendingAuthorization): string | undefined {
  return request.approvalPrompt === 'auto' ? formActionSource(request.redirectUri) : undefined
}

/**
 * Returns the expiry in milliseconds of a request on page A3-none: an hour after it was first shown. Showing it again does not
 * extend it, so a page that is left open cannot keep a request alive for ever.
 */
export function heldUntil(
  request: Pick<PendingAuthorization, 'createdAtMs' | 'expiresAtMs'>,
  nowMs: number,
): number {
  const isHeld = request.expiresAtMs - request.createdAtMs >= HELD_LIFETIME_MS
  return isHeld ? request.expiresAtMs : nowMs + HELD_LIFETIME_MS
}

/** Returns the new expiry after "Give me more time"; undefined if it was requested too often. */
export function extendedUntil(
  request: Pick<PendingAuthorization, 'expiresAtMs' | 'extensions'>,
  nowMs: number,
): number | undefined {
  if (request.extensions >= MAX_EXTENSIONS) return undefined
  return Math.max(request.expiresAtMs, nowMs) + PENDING_LIFETIME_MS
}

/**
 * Renders until when the page works, and a button for more time (A7). It is always shown, so that it needs no script and the layout
 * does not shift.
 */
export function timeLeftPart(
  view: Pick<PendingAuthorization, 'expiresAtMs' | 'extensions'> & {
    readonly handle: AuthorizationHandle
    readonly csrf: string
    /** The path of the current page, to return to. */
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
