import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { createSmtpSender } from '@counterfoil/service/mail/smtp'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BooksTransaction } from '#books/command.ts'
import { createMessageStore, createMessageWriter, MESSAGE_LEASE_MS } from '#books/messages/message-store.ts'
import type { MessageDraft, NewMessage } from '#books/messages/message.ts'
import { printPdf } from '#books/printing/print-pdf.ts'
import { printedSample } from '#books/printing/testing/printed-sample.ts'
import { type Endpoint, startEndpoint } from '#testing/graphql-endpoint.ts'
import { createMailWorker, type MailCarrier } from './mail-worker.ts'
import { createOutbox } from './outbox-files.ts'
import { mailOptionsOf } from './mail.ts'

const PASSWORD = 'smtp-password-nobody-logs'

type Received = { readonly to: readonly string[]; readonly raw: string }

describe.each(['memory', 'postgres'] as const)('mail, on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let endpoint: Endpoint
  let userId: UserId
  let businessId: BusinessId
  let server: SMTPServer
  let received: Received[]
  let answer: (to: readonly string[]) => Error | null
  let lines: string[]

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const url = (await postgres?.createMigratedDatabase())?.url
    endpoint = await startEndpoint({
      database: url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 10 },
    })
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) =>
        password === PASSWORD ? done(null, { user: 'books' }) : done(new Error('Wrong password')),
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const take = async () => {
          const raw = await text(stream)
          const error = answer(to)
          if (error === null) received.push({ to, raw })
          done(error)
        }
        void take()
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await endpoint.close()
    await postgres?.close()
  })
  beforeEach(async () => {
    received = []
    lines = []
    answer = () => null
    userId = await endpoint.seed.user()
    businessId = (await endpoint.seed.business(userId)).uuid
  })
  afterEach(async () => {
    await sql`delete from messages`.execute(endpoint.db)
  })

  const smtp = (password = PASSWORD): MailCarrier => {
    const { port } = server.server.address() as AddressInfo
    const sendMail = createSmtpSender(`smtp://books:${password}@127.0.0.1:${port}`)
    return { carry: (mail) => sendMail(mailOptionsOf(mail)) }
  }
  const store = () => createMessageStore(endpoint.db, () => endpoint.now().getTime())
  const start = (carrier: MailCarrier) =>
    createMailWorker({
      carrier,
      messages: store(),
      printPdf,
      from: 'books@harbour.example',
      publicUrl: () => 'https://harbour.example',
      clock: () => endpoint.now().getTime(),
      logger: createLogger({
        name: 'provider',
        level: 'debug',
        destination: new Writable({
          write(chunk: Buffer, _encoding, done) {
            lines.push(chunk.toString())
            done()
          },
        }),
      }),
    })
  const enqueue = (
    draft: Partial<MessageDraft> = {},
    message: Partial<NewMessage> = {},
    then: () => void = () => undefined,
  ) =>
    endpoint.db.transaction().execute(async (trx) => {
      const author = { userId, applicationId: null }
      const transaction = { trx, books: { businessId }, now: endpoint.now(), author } as BooksTransaction
      const id = await createMessageWriter({
        addresses: 500,
        newAddresses: 200,
        addressesOfApplication: 10_000,
      }).enqueue(transaction, {
        kind: 'INVOICE',
        documentId: '7',
        document: printedSample(),
        senderId: userId,
        viewPath: '/invoices/secret-of-the-page',
        draft: {
          to: ['ada@quay.example'],
          copiesSender: false,
          replyTo: null,
          subject: null,
          text: null,
          attachesPdf: false,
          ...draft,
        },
        ...message,
      })
      then()
      return id
    })
  const kept = () => store().list([businessId], 10)

  it('is sent over SMTP with its PDF, once, to every recipient', async () => {
    const id = await enqueue({
      to: ['ada@quay.example', 'bo@quay.example'],
      copiesSender: true,
      subject: 'Your invoice – été',
      text: 'Hello Ada',
      attachesPdf: true,
    })
    const worker = start(smtp())
    await worker.sendDue()
    await worker.sendDue()
    expect(received).toHaveLength(1)
    const [{ to, raw }] = received as [Received]
    const sender = (await kept())[0]!.replyTo
    expect(to).toEqual(['ada@quay.example', 'bo@quay.example', sender])
    expect(raw).toMatch(/^From: Northwind Trading <books@harbour\.example>\r$/m)
    expect(raw).toContain(`Reply-To: ${sender}`)
    expect(raw).toContain(`Message-ID: <${id}@harbour.example>`)
    expect(raw).toContain('Subject: =?UTF-8?Q?Your_invoice_=E2=80=93_=C3=A9t=C3=A9?=')
    expect(raw).toContain('filename=invoice-TK-020.pdf')
    expect(raw).toContain(Buffer.from('%PDF-').toString('base64').slice(0, 6))
    expect(raw).toContain('Hello Ada')
    expect(raw).toContain('Amount due: $34.07')
    expect(raw).toContain('https://harbour.example/invoices/secret-of-the-page')
    expect(await kept()).toMatchObject([
      { id, state: 'SENT', attempts: 1, fault: null, sentAt: endpoint.now() },
    ])
  })

  it('is not sent for a command that is rolled back', async () => {
    await expect(
      enqueue({}, {}, () => {
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await start(smtp()).sendDue()
    expect(received).toEqual([])
    expect(await kept()).toEqual([])
  })

  it('is retried after a temporary refusal, with the same Message-ID', async () => {
    answer = () => Object.assign(new Error('ada@quay.example is over quota'), { responseCode: 452 })
    const id = await enqueue()
    const worker = start(smtp())
    await worker.sendDue()
    expect(await kept()).toMatchObject([{ state: 'WAITING', attempts: 1, fault: 'SMTP_452' }])
    answer = () => null
    await worker.sendDue()
    expect(received).toEqual([])
    endpoint.advance(60_000)
    await worker.sendDue()
    expect(received[0]!.raw).toContain(`Message-ID: <${id}@harbour.example>`)
    expect(await kept()).toMatchObject([{ state: 'SENT', attempts: 2, fault: null }])
  })

  it('is abandoned after a permanent refusal, and the next one is sent', async () => {
    answer = (to) =>
      to.includes('gone@quay.example') ? Object.assign(new Error('no'), { responseCode: 550 }) : null
    await enqueue({ to: ['gone@quay.example'] })
    await enqueue()
    await start(smtp()).sendDue()
    expect(received.map(({ to }) => to)).toEqual([['ada@quay.example']])
    const states = (await kept()).map(({ to, state, fault }) => ({ to, state, fault }))
    expect(states).toContainEqual({ to: ['gone@quay.example'], state: 'FAILED', fault: 'SMTP_550' })
    expect(states).toContainEqual({ to: ['ada@quay.example'], state: 'SENT', fault: null })
  })

  it('waits while our own credentials are wrong, and the log has neither them nor recipients', async () => {
    await enqueue({ subject: 'subject-nobody-logs', text: 'text-nobody-logs' })
    await start(smtp('another-password')).sendDue()
    expect(await kept()).toMatchObject([{ state: 'WAITING', attempts: 1, fault: 'SMTP_535' }])
    endpoint.advance(60_000)
    await start(smtp()).sendDue()
    expect(received).toHaveLength(1)
    expect(lines.join('')).toContain('mail.failed')
    expect(lines.join('')).toContain('mail.sent')
    expect(lines.join('')).not.toMatch(/password|ada@|nobody-logs|secret-of-the-page/)
  })

  it('is sent once if several processes look at the same time', async () => {
    for (let count = 0; count < 6; count += 1) await enqueue({ subject: `Number ${count}` })
    await Promise.all([start(smtp()), start(smtp()), start(smtp())].map((worker) => worker.sendDue()))
    const subjects = received.map(({ raw }) => /Number \d/.exec(raw)?.[0])
    expect(subjects).toHaveLength(6)
    expect(new Set(subjects)).toEqual(new Set([0, 1, 2, 3, 4, 5].map((count) => `Number ${count}`)))
  })

  it('is retried by another process after the first one dies, when its lease ends', async () => {
    const id = await enqueue()
    expect(await store().takeDue()).toMatchObject({ id, attempts: 1 })
    endpoint.advance(MESSAGE_LEASE_MS - 1)
    await start(smtp()).sendDue()
    expect(received).toEqual([])
    endpoint.advance(1)
    await start(smtp()).sendDue()
    expect(received).toHaveLength(1)
    expect(await kept()).toMatchObject([{ state: 'SENT', attempts: 2 }])
  })

  it('becomes a file in a folder without a mail server, the same file at every retry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    try {
      const id = await enqueue({ text: 'Hello Ada', attachesPdf: true })
      const message = await store().takeDue()
      endpoint.advance(MESSAGE_LEASE_MS)
      const worker = start(createOutbox(join(folder, 'mail')))
      await worker.sendDue()
      await sql`update messages set state = 'WAITING', sent_at = null, due_at = created_at`.execute(
        endpoint.db,
      )
      await worker.sendDue()
      const files = await readdir(join(folder, 'mail'))
      expect(files).toEqual([`${message!.createdAt.toISOString().replaceAll(':', '-')}-${id}.eml`])
      const eml = await readFile(join(folder, 'mail', files[0]!), 'utf8')
      expect(eml).toContain('To: ada@quay.example')
      expect(eml).toContain('Hello Ada')
      expect(eml).toContain('application/pdf')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('of one business is not listed in another', async () => {
    const id = await enqueue()
    const other = (await endpoint.seed.business(userId)).uuid
    expect(await store().list([other], 10)).toEqual([])
    expect(await store().find([other], id)).toBeUndefined()
    expect(await store().find([businessId], id)).toMatchObject({ id, document: printedSample() })
  })
})
