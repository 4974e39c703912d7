import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, it, describe } from 'vitest'
import type { BooksTransaction } from '#books/command.ts'
import type { InvoiceId } from '#books/invoices/invoice.ts'
import { readPrintedDocument } from '#books/documents/document-on-paper-store.ts'
import { createMessageWriter } from '#books/messages/message-store.ts'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { MANY, NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { createDocumentAuthor, type DocumentAuthor } from './testing/document-author.ts'

let provider: ProviderFixture
let author: DocumentAuthor
let customerId: string
let productId: string

beforeAll(async () => {
  provider = await startProvider()
  author = await createDocumentAuthor(provider)
  const incomeAccountId = await author.incomeAccount()
  const tax = await author.change('salesTaxCreate', 'salesTax { id }', {
    ...{ name: 'HST', abbreviation: 'HST', rate: '0.13', taxNumber: 'RT0001', showTaxNumberOnInvoices: true },
  })
  const product = await author.change('productCreate', 'product { id }', {
    ...{ name: '<b>Rope</b>', unitPrice: '10.05', incomeAccountId, defaultSalesTaxIds: [tax.salesTax.id] },
  })
  const customer = await author.change('customerCreate', 'customer { id }', {
    name: 'Ada Quay',
    address: { addressLine1: '1 Quay Street', city: 'Toronto', provinceCode: 'CA-ON', countryCode: 'CA' },
  })
  productId = product.product.id
  customerId = customer.customer.id
})
afterAll(() => provider.close())

async function makeInvoice(input: object = {}): Promise<{ id: string; anonymousId: string; path: string }> {
  const { invoice } = await author.change('invoiceCreate', 'invoice { id internalId }', {
    customerId,
    items: [{ productId, quantity: '3' }],
    discounts: [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }],
    memo: 'Thank you',
    status: 'SAVED',
    ...input,
  })
  const { rows } = await sql<{ anonymous: string }>`
    select anonymous_id as anonymous from invoices where id = ${invoice.internalId}::bigint`.execute(
    provider.deps.db,
  )
  const anonymousId = rows[0]!.anonymous
  return { id: invoice.id, anonymousId, path: `/invoices/${anonymousId}` }
}

const statusOf = async (id: string) =>
  (
    await author.ask(
      `{ business(id: "${author.businessId}") { invoice(id: "${id}") { status lastViewedAt } } }`,
    )
  ).business.invoice

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(provider.base + path, { headers, redirect: 'manual' })

describe('the page of an invoice', () => {
  let invoice: Awaited<ReturnType<typeof makeInvoice>>
  beforeEach(async () => {
    invoice = await makeInvoice()
  })

  it('shows the customer the whole invoice, in the language of the browser, without caching or indexing', async () => {
    const response = await get(invoice.path, { 'accept-language': 'fr-CA' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    const text = (await response.text()).replace(/<(?!\/?b&)[^>]*>/g, ' ').replace(/[\s\u00a0\u202f]+/g, ' ')
    for (const part of [
      'Northwind Trading',
      'Ada Quay',
      '1 Quay Street',
      '&lt;b&gt;Rope&lt;/b&gt;',
      '10,05 $',
      '30,15 $',
      'Spring (10 %) -3,02 $',
      'HST 13 % (RT0001) 3,53 $',
      'Total 30,66 $',
      'Montant dû 30,66 $',
      'Thank you',
      'Télécharger le PDF',
    ]) {
      expect(text, part).toContain(part)
    }
  })

  it('marks the invoice as viewed once the customer has opened it', async () => {
    expect(await statusOf(invoice.id)).toEqual({ status: 'SAVED', lastViewedAt: null })
    await get(invoice.path)
    const viewed = await statusOf(invoice.id)
    expect(viewed.status).toBe('VIEWED')
    expect(Date.parse(viewed.lastViewedAt)).toBeGreaterThan(0)
  })

  it('is not marked as viewed by a member of the business, a prefetch, a HEAD request or a download', async () => {
    const cookie = await provider.signIn(MANY)
    expect(await (await get(invoice.path, { cookie })).text()).toContain('This is what your customer sees')
    await get(invoice.path, { 'sec-purpose': 'prefetch' })
    await fetch(provider.base + invoice.path, { method: 'HEAD' })
    await get(`${invoice.path}/pdf`)
    expect(await statusOf(invoice.id)).toEqual({ status: 'SAVED', lastViewedAt: null })
    await get(invoice.path, { cookie: await provider.signIn(DEMO_USERS.single.id) })
    expect((await statusOf(invoice.id)).status).toBe('VIEWED')
  })

  describe('has a link that members may end and renew', () => {
    /** Posts a form as a signed-in member. */
    async function changeLink(fields: { readonly end: string; readonly link: string }, path = invoice.path) {
      const agent = createBrowserAgent()
      const [name = '', value = ''] = (await provider.signIn(MANY)).split('=')
      agent.setCookie(provider.base, name, value)
      const page = await agent.visit(provider.base + path)
      return agent.submit(page, formTo(page, '/link'), fields)
    }
    const CUSTOMERS_WAYS = ['', '/pdf']

    it('ends on the chosen day, and names the business to ask', async () => {
      const shown = await changeLink({ end: '7', link: 'this' })
      expect(shown.body).toContain('This link expires on')
      provider.advance(7 * 86_400_000 - 60_000)
      for (const way of CUSTOMERS_WAYS) expect((await get(invoice.path + way)).status, way).toBe(200)
      provider.advance(120_000)
      for (const way of CUSTOMERS_WAYS) {
        const response = await get(invoice.path + way)
        expect(response.status, way).toBe(410)
        const text = await response.text()
        expect(text).toContain('This link no longer works')
        expect(text).toContain('Northwind Trading')
        expect(text).not.toContain('Ada Quay')
      }
      expect((await changeLink({ end: 'never', link: 'this' })).body).toContain('This link doesn’t expire')
      expect((await get(invoice.path)).status).toBe(200)
    })

    it('is replaced by a new one, and ends at once', async () => {
      const shown = await changeLink({ end: 'never', link: 'new' })
      const path = new URL(shown.url).pathname
      expect(path).not.toBe(invoice.path)
      expect((await get(path)).status).toBe(200)
      for (const way of CUSTOMERS_WAYS) expect((await get(invoice.path + way)).status, way).toBe(410)
      const { business } = await author.ask(
        `{ business(id: "${author.businessId}") { invoice(id: "${invoice.id}") { viewUrl pdfUrl } } }`,
      )
      expect(business.invoice).toEqual({
        viewUrl: provider.base + path,
        pdfUrl: `${provider.base}${path}/pdf`,
      })
    })

    it('is sent in no message once it has ended', async () => {
      await changeLink({ end: 'now', link: 'this' })
      const { invoiceSend } = await author.ask(`mutation { invoiceSend(input: { invoiceId: "${invoice.id}",
        to: ["ada@quay.example"], subject: "Rope" }) { didSucceed inputErrors { path code } } }`)
      expect(invoiceSend).toEqual({
        didSucceed: false,
        inputErrors: [{ path: ['input', 'to'], code: 'INVALID_STATE' }],
      })
    })

    it('can be changed by nobody else, and no viewer sees its settings', async () => {
      const others: [string, number][] = [
        [await provider.signIn(DEMO_USERS.single.id), 403],
        // Without cookies the page explains how to allow them.
        ['', 400],
      ]
      for (const [cookie, status] of others) {
        const page = await get(invoice.path, { cookie })
        expect(await page.text()).not.toContain('/link"')
        const posted = await fetch(`${provider.base}${invoice.path}/link`, {
          method: 'POST',
          body: new URLSearchParams({ end: 'now', link: 'this' }),
          headers: { cookie, origin: provider.base },
        })
        expect(posted.status).toBe(status)
      }
      expect((await get(invoice.path)).status).toBe(200)
    })

    it('accepts only the offered answers, and only with the token of the form', async () => {
      expect((await changeLink({ end: '8', link: 'this' })).status).toBe(400)
      await fetch(`${provider.base}${invoice.path}/link`, {
        method: 'POST',
        body: new URLSearchParams({ end: 'now', link: 'this' }),
        headers: { cookie: await provider.signIn(MANY), origin: provider.base },
      })
      expect((await get(invoice.path)).status).toBe(200)
    })
  })

  it('offers its PDF, named after its number', async () => {
    const response = await get(`${invoice.path}/pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-\d+\.pdf"$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(text).toContain('Amount due')
    expect(text.replace(/\s+/g, ' ')).toContain('<b>Rope</b> 3 $10.05 $30.15')
  })

  it('does not exist for a draft, for a deleted invoice and for a guessed address', async () => {
    const draft = await makeInvoice({ status: 'DRAFT' })
    const gone = await makeInvoice()
    await author.change('invoiceDelete', '', { invoiceId: gone.id }, {})
    const swapped = [...invoice.anonymousId].toReversed().join('')
    for (const path of [
      draft.path,
      gone.path,
      `/invoices/${swapped}`,
      '/invoices/1',
      '/invoices/%00',
      '/invoices/..%2f',
    ]) {
      expect((await get(path)).status, path).toBe(404)
      expect((await get(`${path}/pdf`)).status, path).toBe(404)
    }
    expect((await statusOf(draft.id)).status).toBe('DRAFT')
  })

  it('shows the payments since, and the amount due', async () => {
    const accounts = await author.ask(
      `{ business(id: "${author.businessId}") { accounts(subtypes: [CASH_AND_BANK]) { edges { node { id } } } } }`,
    )
    await author.ask(
      `mutation ($input: InvoicePaymentCreateManualInput!) { invoicePaymentCreateManual(input: $input) { didSucceed } }`,
      {
        input: {
          invoiceId: invoice.id,
          amount: '30',
          exchangeRate: '1',
          paymentAccountId: accounts.business.accounts.edges[0].node.id,
          paymentDate: '2026-11-20',
          paymentMethod: 'CASH',
        },
      },
    )
    const text = (await (await get(invoice.path)).text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('Payment on November 20, 2026 $30.00')
    expect(text).toContain('Amount due $0.66')
  })
})

describe('the page of sent messages', () => {
  const enqueue = async (businessId: BusinessId, senderId: UserId) => {
    const { id } = await makeInvoice()
    const internalId = atob(id).split(':').at(-1) as InvoiceId
    const { db, clock } = provider.deps
    return db.transaction().execute(async (trx) =>
      createMessageWriter({ addresses: 500, newAddresses: 200, addressesOfApplication: 10_000 }).enqueue(
        {
          ...{ trx, books: { businessId }, now: new Date(clock()) },
          author: { userId: senderId, applicationId: null },
        } as BooksTransaction,
        {
          kind: 'INVOICE',
          documentId: internalId,
          document: await readPrintedDocument(trx, { noun: 'invoice', businessId, id: internalId }),
          senderId,
          viewPath: null,
          draft: {
            to: ['ada@quay.example'],
            copiesSender: true,
            replyTo: null,
            subject: '<i>Your invoice</i>',
            text: 'Hello Ada',
            attachesPdf: true,
          },
        },
      ),
    )
  }

  it('lists sent messages and shows each, with its PDF, to members of the business alone', async () => {
    const id = await enqueue(NORTHWIND, MANY)
    const cookie = await provider.signIn(MANY)
    const list = await (await get('/messages', { cookie })).text()
    expect(list).toContain('&lt;i&gt;Your invoice&lt;/i&gt;')
    expect(list).toContain('ada@quay.example')
    expect(list).toContain('Waiting')
    expect(list).toContain('can send to 500 addresses, 200 of them new. An app can send to 10,000.')
    expect(list).toContain('<bdi>Northwind Trading</bdi>, last 24 hours: 2 addresses, 1 of them new.')
    const message = await (await get(`/messages/${id}`, { cookie })).text()
    for (const text of ['Hello Ada', 'Amount due: $30.66', DEMO_USERS.many.email, 'Northwind Trading'])
      expect(message, text).toContain(text)
    expect((await get(`/messages/${id}/pdf`, { cookie })).headers.get('content-type')).toBe('application/pdf')

    const other = await provider.signIn(DEMO_USERS.single.id)
    expect(await (await get('/messages', { cookie: other })).text()).toContain('Nothing has been sent yet.')
    for (const path of [`/messages/${id}`, `/messages/${id}/pdf`, '/messages/1', '/messages/%27'])
      expect((await get(path, { cookie: other })).status, path).toBe(404)
  })

  it('requires sign-in first, and returns to the page', async () => {
    const agent = createBrowserAgent()
    const { url } = await agent.visit(`${provider.base}/messages`)
    expect(url).toBe(`${provider.base}/sign-in?return_to=%2Fmessages`)
  })
})
