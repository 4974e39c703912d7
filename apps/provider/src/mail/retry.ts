import type { MailFault } from '@counterfoil/service/mail/smtp'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays after failed attempts: two days in all, as mail servers themselves use (RFC 5321 section 4.5.4.1). */
const DELAYS_MS = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** When a message is tried again; undefined: never. @param attempts Tries made, this one included. */
export function nextTryAt(
  fault: MailFault,
  { attempts, nowMs }: { readonly attempts: number; readonly nowMs: number },
): number | undefined {
  const delayMs = fault.isPermanent ? undefined : DELAYS_MS[attempts - 1]
  return delayMs === undefined ? undefined : nowMs + delayMs
}
