import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Mail as nodemailer takes it: nothing in it can name a file or an address to read from. */
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
