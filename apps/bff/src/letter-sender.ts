import type { LetterMail, SendLetterMail } from '@counterfoil/bff/server'
import { createSmtpSender, readMailFault } from '@counterfoil/service/mail/smtp'
import type { Config } from './config.ts'

/**
 * Returns a function that sends letters to a mail server, each with the headers of a one-click unsubscription.
 * @see RFC 8058 section 3.1
 */
export function createLetterSender({ url, from }: NonNullable<Config['smtp']>): SendLetterMail {
  const send = createSmtpSender(url)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return async ({ to, subject, html, text, messageName, stop }: LetterMail) => {
    const headers = { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    const messageId = `<${messageName}@${domain}>`
    try {
      await send({
        from: { name: 'Counterfoil', address: from },
        to,
        subject,
        html,
        text,
        messageId,
        headers,
      })
      return 'sent'
    } catch (error) {
      return readMailFault(error).isPermanent ? 'never' : 'later'
    }
  }
}
