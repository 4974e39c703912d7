import { Secret, TOTP } from 'otpauth'

/** RFC 6238 section 4.1, the time step. */
export const STEP_SECONDS = 30
/** RFC 4226 section 4, requirement 6: at least 128 bits, 160 recommended. */
export const TOTP_SECRET_BYTES = 20
/** Steps before and after the present one whose codes count: clocks differ, and typing takes a while (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1

/** A secret as apps take it by hand: base32, 32 characters. */
export function formatTotpSecret(random: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: random.buffer.slice(random.byteOffset, random.byteOffset + random.byteLength) })
    .base32
}

/** The step whose code was typed, of those that count at `nowMs`; undefined for any other code. */
export function matchTotpStep(
  { secret, code }: { readonly secret: string; readonly code: string },
  nowMs: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** What a QR code holds, and what opens an app on the same phone. */
export function totpAddress(
  secret: string,
  shown: { readonly issuer: string; readonly email: string },
): string {
  return totpOf(secret, shown).toString()
}

function totpOf(secret: string, shown?: { readonly issuer: string; readonly email: string }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    period: STEP_SECONDS,
    ...(shown === undefined ? {} : { issuer: shown.issuer, label: shown.email }),
  })
}
