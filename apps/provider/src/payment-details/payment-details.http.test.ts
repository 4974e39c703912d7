import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { createDocumentAuthor } from '#shared-documents/testing/document-author.ts'
import { signIn } from '#testing/harbour-client.ts'
import { MANY, NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

const PATH = `/businesses/${NORTHWIND}/payment-details`

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

async function openForm(email: string) {
  const agent = createBrowserAgent()
  await signIn(agent, await agent.visit(`${provider.base}/sign-in`), email)
  return { agent, page: await agent.visit(provider.base + PATH) }
}

describe('the payment details of a business', () => {
  it('are written by its owner, and then appear on its invoices, their PDFs and their messages', async () => {
    const { agent, page } = await openForm(DEMO_USERS.many.email)
    const details = { paymentDetails: 'Account 004-10202\r\npay@quay.example', taxNumber: '81234 RT0001' }
    const saved = await agent.submit(page, formTo(page, PATH), details)
    expect(saved.body).toContain('Saved. New invoices and emails show it.')
    expect((await agent.visit(provider.base + PATH)).body).toContain(
      'Account 004-10202\npay@quay.example</textarea',
    )

    const author = await createDocumentAuthor(provider)
    const product = await author.change('productCreate', 'product { id }', {
      ...{ name: 'Rope', unitPrice: '10.05', incomeAccountId: await author.incomeAccount() },
    })
    const customer = await author.change('customerCreate', 'customer { id }', {
      ...{ name: 'Ada Quay', email: 'ada@quay.example' },
    })
    const { invoice } = await author.change('invoiceCreate', 'invoice { id invoiceNumber viewUrl pdfUrl }', {
      ...{ customerId: customer.customer.id, status: 'SAVED' },
      items: [{ productId: product.product.id }],
    })
    const path = new URL(invoice.viewUrl).pathname
    const shown = await (await fetch(provider.base + path)).text()
    expect(shown).toMatch(/<b>How to pay<\/b>\s*Account 004-10202\npay@quay\.example/)
    expect(shown).toContain('Tax number: 81234 RT0001')
    const pdf = await extractText(
      new Uint8Array(await (await fetch(`${provider.base + path}/pdf`)).arrayBuffer()),
    )
    expect(pdf.text.join(' ')).toMatch(/How to pay\s+Account 004-10202\s+pay@quay\.example/)
    expect(pdf.text.join(' ')).toContain('Tax number: 81234 RT0001')

    await author.change(
      'invoiceSend',
      '',
      { to: ['ada@quay.example'], attachPDF: false },
      { invoiceId: invoice.id },
    )
    const cookie = await provider.signIn(MANY)
    const list = await (await fetch(`${provider.base}/messages`, { headers: { cookie } })).text()
    const [, message = ''] = /href="(\/messages\/[0-9a-f-]+)"/.exec(list) ?? []
    const sent = await (await fetch(provider.base + message, { headers: { cookie } })).text()
    expect(sent).toContain('Hello Ada Quay,')
    expect(sent).toContain(`Here is invoice ${invoice.invoiceNumber} from Northwind Trading.`)
    expect(sent).toContain('How to pay\nAccount 004-10202\npay@quay.example')
  })

  it('are refused beside the field if they contain a link, and the typed text stays', async () => {
    const { agent, page } = await openForm(DEMO_USERS.many.email)
    const fields = { paymentDetails: 'Pay at https://pay.example' }
    const refused = await agent.submit(page, formTo(page, PATH), fields)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('Leave out web addresses. Emails link only to the invoice.')
    expect(refused.body).toContain('Pay at https://pay.example</textarea')
  })

  it('are unknown to anyone but its owner or admin', async () => {
    const { page } = await openForm(DEMO_USERS.empty.email)
    expect(page.status).toBe(404)
    await provider.deps.db
      .insertInto('memberships')
      .values({
        user_id: DEMO_USERS.empty.id,
        business_id: NORTHWIND,
        role: 'editor',
        created_at: new Date(),
      } as never)
      .execute()
    expect((await openForm(DEMO_USERS.empty.email)).page.status).toBe(404)
  })
})
