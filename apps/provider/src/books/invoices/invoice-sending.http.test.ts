import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { startSalesWorld } from '#testing/books-world.ts'

const QUOTAS = { PROVIDER_MAIL_ADDRESSES_PER_DAY: '30', PROVIDER_MAIL_NEW_ADDRESSES_PER_DAY: '21' }

describe.each(DATABASE_KINDS)('invoices, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind, { timezone: 'America/Toronto' }, QUOTAS)

  it('can be marked as sent unless it is a draft', async () => {
    const { id } = await world.sales.invoice()
    const markSent = (input: Readonly<Record<string, unknown>> = {}) =>
      world.books.change(
        'invoiceMarkSent',
        { invoiceId: id, sendMethod: 'GMAIL', ...input },
        'invoice { status lastSentAt lastSentVia }',
      )
    expect((await markSent()).inputErrors).toMatchObject([{ code: 'INVALID_STATE' }])
    await world.books.change('invoiceApprove', { invoiceId: id })
    expect((await markSent({ sendMethod: 'NOT_SENT' })).inputErrors).toMatchObject([{ code: 'INVALID' }])
    expect((await markSent({ sendMethod: 'SKIPPED' })).invoice.status).toBe('SAVED')
    expect((await markSent({ sentAt: '2026-11-01T10:00:00Z' })).invoice).toEqual({
      status: 'SENT',
      lastSentAt: '2026-11-01T10:00:00.000Z',
      lastSentVia: 'GMAIL',
    })
  })

  it('is sent with a link to its page if it is approved and the business allows e-mail', async () => {
    const { id } = await world.sales.invoice({ items: [world.sales.line({ unitPrice: '30' })] })
    const send = (input: Readonly<Record<string, unknown>> = {}) =>
      world.books.change(
        'invoiceSend',
        { invoiceId: id, to: [' zoe@mill.example '], ...input },
        'invoice { status lastSentAt lastSentVia anonymousId viewUrl pdfUrl }',
      )
    expect((await send()).inputErrors).toMatchObject([
      { path: ['input', 'invoiceId'], code: 'INVALID_STATE' },
    ])
    await world.books.change('invoiceApprove', { invoiceId: id })
    expect((await send({ to: [] })).inputErrors).toMatchObject([{ path: ['input', 'to'], code: 'REQUIRED' }])
    expect(await world.books.rowsOf('messages')).toEqual([])
    const { invoice } = await send({ attachPDF: true, subject: 'For you', message: 'Here.' })
    expect(invoice).toEqual({
      status: 'SENT',
      lastSentAt: '2026-11-20T08:00:00.000Z',
      lastSentVia: 'WAVE',
      anonymousId: expect.stringMatching(/^[\w-]{22}$/),
      viewUrl: `https://harbour.example/invoices/${invoice.anonymousId}`,
      pdfUrl: `https://harbour.example/invoices/${invoice.anonymousId}/pdf`,
    })
    expect(await world.books.rowsOf('messages')).toMatchObject([
      {
        row: {
          kind: 'INVOICE',
          recipients: ['zoe@mill.example'],
          subject: 'For you',
          attaches_pdf: true,
          view_path: `/invoices/${invoice.anonymousId}`,
          document: { kind: 'INVOICE', total: '33.90', amountDue: '33.90' },
        },
      },
    ])
    await world.books.allowMail(false)
    expect((await send()).inputErrors).toMatchObject([{ path: ['input', 'invoiceId'], code: 'NOT_ENABLED' }])
  })

  it('accepts only the address of a member of the business for replies', async () => {
    const { id } = await world.sales.invoice({ status: 'SAVED' })
    const send = (fromAddress: string) =>
      world.books.change('invoiceSend', { invoiceId: id, to: ['zoe@mill.example'], fromAddress })
    expect((await send('stranger@mill.example')).inputErrors).toMatchObject([
      { path: ['input', 'fromAddress'], code: 'INVALID' },
    ])
    expect(await world.books.rowsOf('messages')).toEqual([])
    const { email } = world.books
    expect((await send(email.toUpperCase())).didSucceed).toBe(true)
    expect(await world.books.rowsOf('messages')).toMatchObject([{ row: { reply_to: email.toUpperCase() } }])
  })

  describe('the daily limits of e-mail', () => {
    const approved = async () => (await world.sales.invoice({ status: 'SAVED' })).id
    const sendTo = async (invoiceId: string, to: readonly string[], ccMyself = false) =>
      world.books.change('invoiceSend', { invoiceId, to, ccMyself })
    const people = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}@mill.example`)

    it('limit the addresses that a business may send to', async () => {
      const id = await approved()
      for (let times = 0; times < 3; times += 1)
        expect((await sendTo(id, people(9, 'ada'), true)).didSucceed).toBe(true)
      const before = await world.books.rowsOf('messages')
      const beyond = await sendTo(id, people(1, 'ada'))
      expect(beyond.inputErrors).toMatchObject([
        {
          path: ['input', 'to'],
          code: 'DAILY_LIMIT',
          message:
            'A business may send to 30 addresses within 24 hours. Nothing was sent; try again in 24 h.',
        },
      ])
      expect(await world.books.rowsOf('messages')).toEqual(before)
      world.endpoint.advance(24 * 3_600_000)
      expect((await sendTo(id, people(1, 'ada'))).didSucceed).toBe(true)
    })

    it('limit the new addresses that a business may send to', async () => {
      const id = await approved()
      expect((await sendTo(id, people(20, 'bo'))).didSucceed).toBe(true)
      expect((await sendTo(id, ['new1@mill.example', 'NEW1@mill.example'])).didSucceed).toBe(true)
      expect((await sendTo(id, ['new2@mill.example'])).inputErrors).toMatchObject([{ code: 'DAILY_LIMIT' }])
      expect(await world.books.rowsOf('message_addresses')).toHaveLength(21)
      expect((await sendTo(id, ['BO1@mill.example'])).didSucceed).toBe(true)
      world.endpoint.advance(24 * 3_600_000)
      expect((await sendTo(id, ['new2@mill.example'])).didSucceed).toBe(true)
    })
  })
})
