import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as received over SMTP. */
export type ReceivedMail = {
  readonly to: readonly string[]
  /** The headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly raw: string
}

/** A mail server on a loopback address that stores its mails. */
export type MailServer = {
  readonly url: string
  readonly received: ReceivedMail[]
  /** The error with which the next mails are refused; undefined if they are accepted. */
  refusal: Error | undefined
  /** Delays the responses to mails until this resolves. */
  silence: Promise<void> | undefined
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const take = async () => {
        const raw = await text(stream)
        const { refusal } = mailServer
        if (refusal === undefined)
          received.push(
            readMail(
              raw,
              session.envelope.rcptTo.map(({ address }) => address),
            ),
          )
        await mailServer.silence
        done(refusal ?? null)
      }
      void take()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusal: undefined,
    silence: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}

function readMail(raw: string, to: readonly string[]): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )
  const coded = body.join('\r\n\r\n')
  const encoding = headers.get('content-transfer-encoding')
  return { to, headers, raw, text: decode(coded, encoding).replaceAll('\r\n', '\n') }
}

function decode(coded: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(coded, 'base64').toString()
  if (encoding !== 'quoted-printable') return coded
  const bytes = coded
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
