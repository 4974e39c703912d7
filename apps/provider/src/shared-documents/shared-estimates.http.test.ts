import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBrowserKey } from '@counterfoil/oauth/testing/ids'
import { MANY, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { createDocumentAuthor, type DocumentAuthor } from './testing/document-author.ts'

const DAY_MS = 86_400_000

describe('the page of an estimate', () => {
  let provider: ProviderFixture
  let author: DocumentAuthor
  let customerId: string
  let productId: string

  beforeAll(async () => {
    provider = await startProvider()
    author = await createDocumentAuthor(provider)
    const product = { name: 'Gate', unitPrice: '100', incomeAccountId: await author.incomeAccount() }
    productId = (await author.change('productCreate', 'product { id }', product)).product.id
    const customer = { name: 'Ada Quay', email: 'ada@quay.example' }
    customerId = (await author.change('customerCreate', 'customer { id }', customer)).customer.id
  })
  afterAll(() => provider.close())

  async function makeEstimate(input: object = {}) {
    const items = [{ productId, unitPrice: '100', quantity: '2', name: '<b>Oak</b> gate' }]
    const made = await author.change('estimateCreate', 'estimate { id viewUrl pdfUrl }', {
      customerId,
      items,
      ...input,
    })
    return made.estimate as { readonly id: string; readonly viewUrl: string; readonly pdfUrl: string }
  }
  async function approved(input: object = {}) {
    const estimate = await makeEstimate(input)
    await author.change('estimateApprove', '', { estimateId: estimate.id }, {})
    return estimate
  }
  async function standingOf({ id }: { readonly id: string }) {
    const selection = 'status history { state entityType name email } lastViewedAt'
    const query = `{ business(id: "${author.businessId}") { estimate(id: "${id}", embedHistory: true) { ${selection} } } }`
    return (await author.ask(query)).business.estimate
  }
  const decide = async (estimate: { readonly viewUrl: string }, decision: string) => {
    const customer = createBrowserAgent()
    const page = await customer.visit(estimate.viewUrl)
    return customer.submit(page, formTo(page, '/decision'), { decision })
  }

  it('is at its address: the customer reads and accepts it, and the name is stored', async () => {
    const estimate = await approved()
    const customer = createBrowserAgent()
    const page = await customer.visit(estimate.viewUrl)
    expect(page.status).toBe(200)
    expect(page.body).toContain('&lt;b&gt;Oak&lt;/b&gt; gate')
    expect((await standingOf(estimate)).status).toBe('VIEWED')
    const accepted = await customer.submit(page, formTo(page, '/decision'), { decision: 'accept' })
    expect(accepted.body).toContain('This estimate was accepted.')
    expect(accepted.body).not.toContain('/decision')
    expect(await standingOf(estimate)).toMatchObject({
      status: 'ACCEPTED',
      history: [{ state: 'ACCEPTED', entityType: 'CUSTOMER', name: 'Ada Quay', email: 'ada@quay.example' }],
    })
  })

  it('accepts one decision: another one changes nothing, until the business opens the estimate again', async () => {
    const estimate = await approved()
    const late = createBrowserAgent()
    const open = await late.visit(estimate.viewUrl)
    expect((await decide(estimate, 'reject')).body).toContain('This estimate was declined.')
    const tooLate = await late.submit(open, formTo(open, '/decision'), { decision: 'accept' })
    expect(tooLate.body).toContain('This estimate was declined.')
    expect(await standingOf(estimate)).toMatchObject({ status: 'REJECTED', history: [{ state: 'REJECTED' }] })
    await author.change('estimateResetAcceptance', '', { estimateId: estimate.id }, {})
    expect((await decide(estimate, 'accept')).body).toContain('This estimate was accepted.')
  })

  it('accepts no decision of a member, of another site, or of an unknown kind', async () => {
    const estimate = await approved()
    const member = createBrowserAgent()
    const [name = '', value = ''] = (await provider.signIn(MANY)).split('=')
    member.setCookie(provider.base, name, value)
    expect((await member.visit(estimate.viewUrl)).body).not.toContain('/decision')
    // A browser that opened the page before the sign-in has the token of its form.
    const early = createBrowserAgent()
    const page = await early.visit(estimate.viewUrl)
    const key = early.cookies(provider.base).replace(/^harbour_session=/, '')
    await provider.sessions.signIn(undefined, asBrowserKey(key), MANY)
    await early.submit(page, formTo(page, '/decision'), { decision: 'accept' })
    expect((await standingOf(estimate)).status).toBe('VIEWED')
    await createBrowserAgent().post(`${estimate.viewUrl}/decision`, { decision: 'accept', csrf: 'guess' })
    expect((await standingOf(estimate)).status).toBe('VIEWED')
    await decide(estimate, 'maybe')
    expect((await standingOf(estimate)).status).toBe('VIEWED')
  })

  it('reports that it is no longer valid once its due date has passed, and accepts no decision', async () => {
    const yesterday = new Date(Date.now() - DAY_MS * 2).toISOString().slice(0, 10)
    const estimate = await approved({ estimateDate: '2020-01-01', dueDate: yesterday })
    const page = await createBrowserAgent().visit(estimate.viewUrl)
    expect(page.body).toContain('This estimate is no longer valid.')
    expect(page.body).not.toContain('/decision')
    expect((await standingOf(estimate)).status).toBe('EXPIRED')
  })

  it('offers its PDF at the address that the API returns', async () => {
    const estimate = await approved()
    const { pdfUrl } = await author.change('estimateGeneratePdf', 'pdfUrl', { estimateId: estimate.id }, {})
    expect(pdfUrl).toBe(estimate.pdfUrl)
    const response = await fetch(pdfUrl)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/filename="estimate-\d+\.pdf"$/)
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(text.replace(/\s+/g, ' ')).toContain('<b>Oak</b> gate 2 $100.00 $200.00')
  })

  it('does not exist for a draft, for a deleted estimate and for a guessed address', async () => {
    const draft = await makeEstimate()
    const gone = await approved()
    await author.change('estimateDelete', '', { estimateId: gone.id }, {})
    for (const url of [
      draft.viewUrl,
      draft.pdfUrl,
      gone.viewUrl,
      `${provider.base}/estimates/${'a'.repeat(22)}`,
    ]) {
      expect((await fetch(url)).status).toBe(404)
    }
    const refused = await author.ask(
      'mutation ($input: EstimateGeneratePdfInput!) { estimateGeneratePdf(input: $input) { pdfUrl inputErrors { code } } }',
      { input: { estimateId: draft.id } },
    )
    expect(refused.estimateGeneratePdf).toEqual({ pdfUrl: null, inputErrors: [{ code: 'INVALID_STATE' }] })
  })
})
