import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { mailOptionsOf } from './mail.ts'
import type { MailCarrier } from './mail-worker.ts'

/** Writes mail as `.eml` files to a folder instead of sending it. A second attempt overwrites the same file. */
export function createOutbox(folder: string): MailCarrier {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async carry(mail) {
      const { message } = await transport.sendMail(mailOptionsOf(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.messageId.slice(1, 37)}.eml`
      // Written under another name first, so that a reader of the folder never sees an incomplete file.
      const unfinished = join(folder, `.${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
  }
}
