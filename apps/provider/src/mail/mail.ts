import { html } from '#html/html.ts'
import { linkWords, messageFacts, messagePayment, messageText } from '#books/messages/message-words.ts'
import type { Message } from '#books/messages/message.ts'
import { pdfFileName } from '#books/printing/printed-text.ts'
import type { SendMailOptions } from 'nodemailer'

/** A message as mail. The same message always gives the same mail, so that mail programs show duplicates once. */
export type Mail = {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The Message-ID with its angle brackets (RFC 5322 section 3.6.4). */
  readonly messageId: string
  readonly date: Date
  readonly attachments: readonly {
    readonly filename: string
    readonly content: Uint8Array
    readonly contentType: 'application/pdf'
  }[]
}

/**
 * Creates the mail of a message.
 *
 * @param from The sender address; its name is that of the business.
 * @param origin The origin of the customer's page.
 */
export function writeMail(
  message: Message,
  options: { readonly from: string; readonly origin: string; readonly pdf: Uint8Array | undefined },
): Mail {
  const { document, viewPath } = message
  const text = messageText(document, message.text)
  const facts = messageFacts(document)
  const [payHeading, ...payLines] = messagePayment(document)
  const link = viewPath === null ? undefined : { url: options.origin + viewPath, words: linkWords(document) }
  const { from, pdf } = options
  return {
    from: { name: document.business.name, address: from },
    to: message.to,
    cc: message.copies,
    replyTo: message.replyTo,
    subject: message.subject,
    text: [
      text,
      '',
      ...facts,
      ...(payHeading === undefined ? [] : ['', payHeading, ...payLines]),
      ...(link === undefined
        ? []
        : ['', `${link.words}${document.locale === 'fr' ? '\u00a0' : ''}: ${link.url}`]),
      '',
      document.business.name,
      ...document.business.lines,
      '',
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="${document.locale}">
        <body style="font-family:sans-serif;line-height:1.5;max-width:36em">
          ${text.split(/\n+/).map((line) => html`<p>${line}</p>`)}
          ${facts.map((fact) => html`<p><b>${fact}</b></p>`)}
          ${payHeading !== undefined && html`<p><b>${payHeading}</b>${payLines.map((line) => html`<br />${line}`)}</p>`}
          ${link !== undefined && html`<p><a href="${link.url}">${link.words}</a></p>`}
          <p>${[document.business.name, ...document.business.lines].map((line) => html`${line}<br />`)}</p>
        </body>
      </html>`.text,
    messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: message.createdAt,
    attachments:
      pdf === undefined
        ? []
        : [{ filename: pdfFileName(document), content: pdf, contentType: 'application/pdf' }],
  }
}

/** Returns the options for nodemailer. None of them can name a file or an address to read from. */
export function mailOptionsOf(mail: Mail): SendMailOptions {
  return {
    ...mail,
    to: [...mail.to],
    cc: [...mail.cc],
    attachments: mail.attachments.map((attachment) => ({
      ...attachment,
      content: Buffer.from(attachment.content),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
