import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { startSalesWorld } from '#testing/books-world.ts'

describe.each(DATABASE_KINDS)('invoices, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind, { timezone: 'America/Toronto' })

  it('is marked as sent, and a draft is not', async () => {
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

  it('is sent with the address of its page, once it is approved and where the business lets it', async () => {
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
})
