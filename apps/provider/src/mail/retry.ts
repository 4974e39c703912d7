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

/** Why a message was not handed over. */
type MailFault = {
  /** Stable code without text of a mail server, for example `ECONNREFUSED` or `SMTP_550`. */
  readonly code: string
  /** The server will never take it (RFC 5321 section 4.2.1: 5yz). */
  readonly isPermanent: boolean
}

/** When a message is tried again; undefined: never. @param attempts Tries made, this one included. */
export function nextTryAt(
  fault: MailFault,
  { attempts, nowMs }: { readonly attempts: number; readonly nowMs: number },
): number | undefined {
  const delayMs = fault.isPermanent ? undefined : DELAYS_MS[attempts - 1]
  return delayMs === undefined ? undefined : nowMs + delayMs
}

/** Classifies an error of nodemailer. Its text may name people and repeat a server's text, so none of it is kept. */
export function readMailFault(error: unknown): MailFault {
  const { code, responseCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly responseCode?: unknown
  }
  if (typeof responseCode === 'number') {
    // 530 to 539 are about us (RFC 4954 section 6): with credentials mended it goes out.
    const isOurs = responseCode >= 530 && responseCode < 540
    return { code: `SMTP_${responseCode}`, isPermanent: responseCode >= 500 && !isOurs }
  }
  return {
    code: typeof code === 'string' && /^[A-Z_]{2,30}$/.test(code) ? code : 'UNKNOWN',
    isPermanent: false,
  }
}
