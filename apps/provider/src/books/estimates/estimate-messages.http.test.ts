import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { printPdf } from '#books/printing/print-pdf.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { messageFacts } from '#books/messages/message-words.ts'
import { DATABASE_KINDS, startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'

const DETAILS = {
  timezone: 'America/Toronto',
  address_line1: '219 Carlaw Avenue',
  city: 'Toronto',
  province_code: 'CA-ON',
  postal_code: 'M4M 2S1',
  country_code: 'CA',
  phone: '416 555 0100',
}

describe.each(DATABASE_KINDS)('messages about estimates, on a database of kind %s', (kind) => {
  let server: BooksEndpoint
  let books: TestBooks
  let customerId = ''
  let items: readonly Readonly<Record<string, unknown>>[] = []

  beforeAll(async () => {
    server = await startBooks(kind)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    books = await server.open(DETAILS)
    const businessId = books.business.id
    customerId = await newCustomer({ email: 'zoe@mill.example' })
    const tax = { businessId, name: 'Tax', abbreviation: 'HST', rate: '0.13', taxNumber: '123 RT' }
    const { salesTax } = await books.change(
      'salesTaxCreate',
      { ...tax, showTaxNumberOnInvoices: true },
      'salesTax { id }',
    )
    const { nodes } = await books.list('accounts(subtypes: [INCOME])', 'id')
    const product = { businessId, name: 'Design', unitPrice: '50', incomeAccountId: nodes[0].id }
    const made = await books.change('productCreate', product, 'product { id }')
    const taxes = [{ salesTaxId: salesTax.id }]
    items = [{ productId: made.product.id, name: 'Garden gate', unitPrice: '100.125', quantity: '2', taxes }]
  })

  const newCustomer = async (more: Readonly<Record<string, unknown>>) => {
    const draft = { businessId: books.business.id, name: 'Mill & Co', ...more }
    return (await books.change('customerCreate', draft, 'customer { id }')).customer.id as string
  }
  const create = async (input: Readonly<Record<string, unknown>> = {}) => {
    const draft = { businessId: books.business.id, customerId, items, ...input }
    return (await books.change('estimateCreate', draft, 'estimate { id }')).estimate.id as string
  }
  const approved = async (input: Readonly<Record<string, unknown>> = {}) => {
    const estimateId = await create(input)
    await books.change('estimateApprove', { estimateId })
    return estimateId
  }
  const send = (estimateId: string, input: Readonly<Record<string, unknown>> = {}) =>
    books.change(
      'estimateSend',
      { estimateId, to: ['zoe@mill.example'], ...input },
      'estimate { status lastSentVia lastSentAt }',
    )
  const sent = async () => {
    const { rows } = await books.query(
      sql<{
        kind: string
        recipients: readonly string[]
        copies: readonly string[]
        subject: string
        body: string
        attaches_pdf: boolean
        view_path: string
        document: PrintedDocument
      }>`select * from messages where business_id = ${books.business.uuid} `,
    )
    return rows
  }

  it('contain the current estimate, and mark it as sent', async () => {
    const estimateId = await approved({
      discounts: [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }],
      depositStatus: 'ENABLED_OPTIONAL',
      depositUnit: 'PERCENTAGE',
      depositValue: '25',
    })
    const answer = await send(estimateId, { attachPDF: true, ccMyself: true, message: 'Dear Zoë' })
    expect(answer).toEqual({
      didSucceed: true,
      inputErrors: [],
      estimate: { status: 'SENT', lastSentVia: 'WAVE', lastSentAt: '2026-11-20T08:00:00.000Z' },
    })
    const [message] = await sent()
    expect(message).toMatchObject({
      kind: 'ESTIMATE',
      recipients: ['zoe@mill.example'],
      copies: [expect.stringContaining('@example.com')],
      subject: 'Estimate 1 from Quay Books',
      body: 'Dear Zoë',
      attaches_pdf: true,
      view_path: expect.stringMatching(/^\/estimates\/[\w-]{22}$/),
    })
    expect(message?.document).toMatchObject({
      number: '1',
      day: '2026-11-20',
      dueDay: '2026-12-20',
      business: {
        name: 'Quay Books',
        lines: ['219 Carlaw Avenue', 'Toronto Ontario M4M 2S1', '416 555 0100'],
      },
      customer: { name: 'Mill & Co', lines: ['zoe@mill.example'] },
      items: [{ name: 'Garden gate', quantity: '2', unitPrice: '100.125', amount: '200.25' }],
      subtotal: '200.25',
      discounts: [{ name: 'Spring (10 %)', amount: '20.03' }],
      taxes: [{ name: 'HST 13 % (123 RT)', amount: '23.43' }],
      total: '203.65',
      payments: [],
      amountDue: '50.91',
    })
    const pdf = message && (await printPdf(message.document))
    expect(new TextDecoder().decode(pdf?.slice(0, 5))).toBe('%PDF-')
  })

  it('omit the total on request, and otherwise show it', async () => {
    const estimateId = await approved()
    await send(estimateId, { hideGrandTotal: true, subject: 'Without' })
    await send(estimateId, { subject: 'With' })
    const said = (await sent()).map(({ subject, document }) => [
      subject,
      messageFacts(document).join(' ').includes('Total'),
    ])
    expect(Object.fromEntries(said)).toEqual({ Without: false, With: true })
  })

  it('are refused for a draft, for an invalid address, and if the business does not allow e-mail', async () => {
    const draft = await create()
    const refused = (estimateId: string, input: Readonly<Record<string, unknown>> = {}) =>
      books.refused('estimateSend', { estimateId, to: ['zoe@mill.example'], ...input })
    expect(await refused(draft)).toEqual(['input.estimateId INVALID_STATE'])
    expect(await refused(draft, { to: [] })).toEqual(['input.to REQUIRED'])
    expect(await refused(draft, { to: ['zoe'], subject: 'x'.repeat(301) })).toEqual([
      'input.subject TOO_LONG',
      'input.to INVALID',
    ])
    const estimateId = await approved()
    await books.query(sql`update businesses set email_send_enabled = false where id = ${books.business.uuid}`)
    expect(await refused(estimateId)).toEqual(['input.estimateId NOT_ENABLED'])
    expect(await sent()).toEqual([])
    expect((await books.select(`estimate(id: "${estimateId}") { status }`)).estimate.status).toBe('APPROVED')
  })

  it('confirm an acceptance to the customer, and are refused without an acceptance or an address', async () => {
    const name = 'estimateSendAcceptanceCustomerEmail'
    const estimateId = await approved()
    expect(await books.refused(name, { estimateId })).toEqual(['input.estimateId INVALID_STATE'])
    await books.change('estimateMarkAccepted', { estimateId })
    expect(await books.change(name, { estimateId }, 'estimate { status }')).toMatchObject({
      didSucceed: true,
      estimate: { status: 'ACCEPTED' },
    })
    expect(await sent()).toMatchObject([
      { recipients: ['zoe@mill.example'], subject: 'Estimate 1 from Quay Books: accepted' },
    ])
    const silent = await approved({ customerId: await newCustomer({ name: 'Nobody' }) })
    await books.change('estimateMarkAccepted', { estimateId: silent })
    expect(await books.refused(name, { estimateId: silent })).toEqual(['input.estimateId REQUIRED'])
  })

  it('contain the receipt of a deposit payment', async () => {
    const estimateId = await approved()
    const payment = { estimateId, amount: '25', paymentDate: '2026-11-18', paymentMethod: 'CASH' }
    const { estimatePayment } = await books.change(
      'estimateDepositPaymentCreateManual',
      payment,
      'estimatePayment { id }',
    )
    const name = 'estimateDepositPaymentReceiptSend'
    const input = { estimateId, estimatePaymentId: estimatePayment.id, to: ['zoe@mill.example'] }
    expect(await books.change(name, input)).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await sent()).toMatchObject([
      {
        kind: 'RECEIPT',
        subject: 'Receipt for estimate 1 from Quay Books',
        attaches_pdf: false,
        document: {
          kind: 'DEPOSIT_RECEIPT',
          title: 'Receipt',
          day: '2026-11-18',
          payments: [{ day: '2026-11-18', amount: '25.00' }],
          amountDue: '201.28',
        },
      },
    ])
    const other = await approved()
    expect(await books.refused(name, { ...input, estimateId: other })).toEqual([
      'input.estimatePaymentId NOT_FOUND',
    ])
    await books.change('estimatePaymentDelete', { id: estimatePayment.id })
    expect(await books.refused(name, input)).toEqual(['input.estimatePaymentId NOT_FOUND'])
  })
})
