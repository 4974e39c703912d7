import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SettingsReader } from '../settings/config-faults.ts'
import { isLoopbackHost } from '../settings/public-settings.ts'

/** Together shorter than what sends a mail may take, so that nobody else sends it meanwhile. */
const CONNECT_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 45_000

/** RFC 5321 section 4.5.3.1.3: a path has 256 octets with its angle brackets. */
const MAX_ADDRESS_CHARACTERS = 254
/** An address that every mail server takes: neither quotes nor comments, nothing that could begin another header. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text)
}

/**
 * Reads the address of a mail server, `smtp://` or `smtps://` with user and password in it, and the address that mail comes from.
 * @param names Of the two settings.
 */
export function readSmtp(
  settings: SettingsReader,
  names: { readonly url: Uppercase<string>; readonly from: Uppercase<string> },
): { readonly url: string | undefined; readonly from: string | undefined } {
  const url = settings.optionalText(names.url)
  const from = settings.optionalText(names.from)
  if (url !== undefined && !isSmtpUrl(url))
    settings.fault(names.url, 'must be an address such as smtps://user:password@mail.example:465')
  if (url !== undefined && from === undefined) settings.fault(names.from, `is required with ${names.url}`)
  if (from !== undefined && !isMailAddress(from)) settings.fault(names.from, 'must be an e-mail address')
  return { url, from }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/**
 * Returns a function that hands mail to a server over SMTP: encrypted, except on the loopback address. Nothing in a mail can name a
 * file or an address to read from. It rejects with an error that {@link readMailFault} classifies.
 */
export function createSmtpSender(url: string): (mail: SendMailOptions) => Promise<void> {
  const transport = createTransport({
    url,
    requireTLS: !isLoopbackHost(new URL(url).hostname),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  })
  return async (mail) => {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  }
}

/** Why a mail was not handed over. */
export interface MailFault {
  /** Stable code without text of a mail server, for example `ECONNREFUSED` or `SMTP_550`. */
  readonly code: string
  /** The server will never take it (RFC 5321 section 4.2.1: 5yz). */
  readonly isPermanent: boolean
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
