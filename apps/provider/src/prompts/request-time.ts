import { HELD_LIFETIME_MS, PENDING_LIFETIME_MS } from '#authorize/pending-authorization.ts'

/** How often a person may ask for more time. */
export const MAX_EXTENSIONS = 10

/**
 * When a request on A3-none runs out: an hour from the first look. Looking again does not move it, so a page that is
 * left open cannot keep a request alive for ever.
 */
export function heldUntil(
  request: { readonly createdAtMs: number; readonly expiresAtMs: number },
  nowMs: number,
): number {
  const isHeld = request.expiresAtMs - request.createdAtMs >= HELD_LIFETIME_MS
  return isHeld ? request.expiresAtMs : nowMs + HELD_LIFETIME_MS
}

/** The new end after "Give me more time", or undefined when it was asked for too often. */
export function extendedUntil(
  request: { readonly expiresAtMs: number; readonly extensions: number },
  nowMs: number,
): number | undefined {
  if (request.extensions >= MAX_EXTENSIONS) return undefined
  return Math.max(request.expiresAtMs, nowMs) + PENDING_LIFETIME_MS
}
