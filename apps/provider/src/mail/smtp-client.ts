import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '@counterfoil/service/settings/public-settings'
import { mailOptionsOf } from './mail-options.ts'
import type { MailCarrier } from './mail-worker.ts'

/** Shorter together than the lease of a message. */
const CONNECT_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 45_000

/**
 * Hands mail to a server over SMTP: encrypted, except on the loopback address.
 *
 * @param url `smtp://` or `smtps://`, with user and password in it
 */
export function createSmtpCarrier(url: string): MailCarrier {
  const transport = createTransport({
    url,
    requireTLS: !isLoopbackHost(new URL(url).hostname),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  })
  return {
    async carry(mail) {
      await transport.sendMail(mailOptionsOf(mail))
    },
  }
}
