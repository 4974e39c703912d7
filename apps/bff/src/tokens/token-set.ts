import { parseScope } from '@counterfoil/oauth/scope'
import type { TokenResponse } from '@counterfoil/oauth/token-response'

/** The tokens of one grant at one moment. Never leaves the process unsealed. */
export interface TokenSet {
  /** Ours, new with every set; tells whether another writer came first. */
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly scopes: readonly string[]
  readonly obtainedAtMs: number
  readonly expiresAtMs: number
  /** From here on it is refreshed before use. */
  readonly refreshAtMs: number
}

/** Longest time before the end at which a token counts as old. */
export const REFRESH_MARGIN_MS = 60_000
/** A token that lives only seconds is not refreshed all the time. */
export const REFRESH_MARGIN_SHARE = 0.1

/**
 * The token set of a token response.
 *
 * The margin before the end varies by a half up and down, so that many connections made at once do not come back at once.
 *
 * @param askedAtMs When the request was sent; the life is counted from there, so a slow answer cannot lengthen it.
 * @param dice A number from 0 up to 1.
 */
export function buildTokenSet(
  response: TokenResponse,
  { id, askedAtMs, dice }: { readonly id: string; readonly askedAtMs: number; readonly dice: number },
): TokenSet {
  const lifeMs = response.expires_in * 1000
  const marginMs = Math.min(REFRESH_MARGIN_MS, lifeMs * REFRESH_MARGIN_SHARE) * (0.5 + dice)
  return {
    id,
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    scopes: parseScope(response.scope),
    obtainedAtMs: askedAtMs,
    expiresAtMs: askedAtMs + lifeMs,
    refreshAtMs: Math.floor(askedAtMs + lifeMs - marginMs),
  }
}
