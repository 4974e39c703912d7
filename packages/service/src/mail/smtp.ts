import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SettingsReader } from '../settings/config-faults.ts'
import { isLoopbackHost } from '../settings/public-settings.ts'

/** Time-outs that are together shorter than the lease of a mail, so that no other process sends it meanwhile. */
const CONNECT_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 45_000

/** The maximum length of an address. RFC 5321 section 4.5.3.1.3: a path has 256 octets with its angle brackets. */
const MAX_ADDRESS_CHARACTERS = 254
/** An address that every mail server accepts: without quotes, comments, or characters that could begin another header. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text)
}

/**
 * Reads the address of a mail server, `smtp://` or `smtps://` including user and password, and the sender address.
 * @param names The names of the two settings.
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
 * Returns a function that sends mail to a server over SMTP: encrypted, except on a loopback address. A mail cannot refer to a
 * file or an address to read from. The function rejects with an error that {@link readMailFault} classifies.
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

/** The reason why the server did not accept a mail. */
export interface MailFault {
  /** A stable code without text of a mail server, for example `ECONNREFUSED` or `SMTP_550`. */
  readonly code: string
  /** True if the server will never accept the mail (RFC 5321 section 4.2.1: 5yz). */
  readonly isPermanent: boolean
}

/** Classifies an error of nodemailer. Its text may contain people's names and the server's text, so it is not kept. */
export function readMailFault(error: unknown): MailFault {
  const { code, responseCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown
    readonly responseCode?: unknown
  }
  if (typeof responseCode === 'number') {
    // 530 to 539 concern our credentials (RFC 4954 section 6): after they are corrected the mail can be sent.
    const isOurs = responseCode >= 530 && responseCode < 540
    return { code: `SMTP_${responseCode}`, isPermanent: responseCode >= 500 && !isOurs }
  }
  return {
    code: typeof code === 'string' && /^[A-Z_]{2,30}$/.test(code) ? code : 'UNKNOWN',
    isPermanent: false,
  }
}
