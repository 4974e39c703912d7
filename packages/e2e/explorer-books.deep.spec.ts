import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { expectAccessible } from './harbour/accessibility.ts'

/** Types one operation into GraphiQL, runs it, and returns its answer. */
async function run(page: Page, url: string, operation: string): Promise<any> {
  const name = /^(?:query|mutation) (\w+)/.exec(operation)?.[1] ?? ''
  await page.locator('.graphiql-query-editor .monaco-editor').first().click()
  await page.keyboard.press('ControlOrMeta+A')
  // After a line break the editor would add its own brackets.
  await page.keyboard.insertText(operation.replaceAll(/\s+/g, ' '))
  // Before GraphiQL has parsed the text, it would run the previous operation.
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name)
  const answered = page.waitForResponse(
    (response) => response.url() === url && (response.request().postData() ?? '').includes(name),
  )
  await page.getByRole('button', { name: /^Execute query/ }).click()
  const { data, errors } = await (await answered).json()
  expect(errors).toBeUndefined()
  return data
}

test('with a personal token a developer lists invoices, creates one, sends it and records a payment, and the books agree', async ({
  page,
  browser,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const businessId = JSON.stringify(person.businesses['Northwind Trading'])

  await page.goto(`${stack.providerUrl}/developers`)
  await signIn(page, person)
  await page.getByRole('link', { name: 'Create token' }).click()
  await expectAccessible(page, info, 'token-new')
  await page.getByLabel('Name').fill('Trying it')
  await page
    .getByLabel('What it may do')
    .fill('business:* account:* customer:* product:* invoice:* estimate:* transaction:*')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.locator('#secret').innerText()
  await expectAccessible(page, info, 'token-made')
  await page.getByRole('link', { name: 'Try it in GraphiQL' }).click()
  await page.getByLabel('Access token').fill(token)

  const ask = (operation: string) => run(page, stack.graphqlUrl, operation)
  const change = async (name: string, input: string, selection: string) => {
    const operation = `mutation Try_${name} { ${name}(input: { ${input} }) { didSucceed inputErrors { path code } ${selection} } }`
    const answer = (await ask(operation))[name]
    expect(answer.inputErrors).toEqual([])
    return answer
  }

  const { business } = await ask(`query ListInvoices { business(id: ${businessId}) {
    invoices { edges { node { invoiceNumber status total { value } } } pageInfo { totalCount } }
    accounts(subtypes: [INCOME]) { edges { node { id } } } cash: accounts(subtypes: [CASH_AND_BANK]) { edges { node { id } } } } }`)
  const before = business.invoices.pageInfo.totalCount
  const { customer } = await change(
    'customerCreate',
    `businessId: ${businessId}, name: "Ada Quay", email: "ada@quay.example"`,
    'customer { id }',
  )
  const { product } = await change(
    'productCreate',
    `businessId: ${businessId}, name: "Design", unitPrice: "100.00", incomeAccountId: "${business.accounts.edges[0].node.id}"`,
    'product { id }',
  )
  const { invoice } = await change(
    'invoiceCreate',
    `businessId: ${businessId}, customerId: "${customer.id}", status: SAVED, items: [{ productId: "${product.id}", quantity: "3" }]`,
    'invoice { id status invoiceDate viewUrl total { value } }',
  )
  expect(invoice).toMatchObject({ status: 'SAVED', total: { value: '300.00' } })
  const sent = await change(
    'invoiceSend',
    `invoiceId: "${invoice.id}", to: ["ada@quay.example"], attachPDF: true`,
    'invoice { status lastSentVia }',
  )
  expect(sent.invoice).toEqual({ status: 'SENT', lastSentVia: 'WAVE' })
  // The local date of the business, which may differ from UTC.
  const today = invoice.invoiceDate
  await change(
    'invoicePaymentCreateManual',
    `invoiceId: "${invoice.id}", amount: "120.00", exchangeRate: "1.00", paymentAccountId: "${business.cash.edges[0].node.id}", paymentDate: "${today}", paymentMethod: CASH`,
    'invoicePayment { id }',
  )

  const { business: after } = await ask(`query ReadBooks { business(id: ${businessId}) {
    invoices { pageInfo { totalCount } }
    invoice(id: "${invoice.id}") { status amountPaid { value } amountDue { value } }
    customer(id: "${customer.id}") { outstandingAmount { value } }
    cash: account(id: "${business.cash.edges[0].node.id}") { balance }
    sales: account(id: "${business.accounts.edges[0].node.id}") { balance }
    receivable: accounts(subtypes: [RECEIVABLE_INVOICES]) { edges { node { balance } } }
    agedReceivables { total notDue } balanceSheet { assets equity }
    profitAndLoss(from: "${today}", to: "${today}") { income netProfit }
    paid: profitAndLoss(from: "${today}", to: "${today}", basis: CASH) { income }
    cashByDay(from: "${today}", to: "${today}") { closing days { received } } } }`)
  expect(after).toEqual({
    invoices: { pageInfo: { totalCount: before + 1 } },
    invoice: { status: 'PARTIAL', amountPaid: { value: '120.00' }, amountDue: { value: '180.00' } },
    customer: { outstandingAmount: { value: '180.00' } },
    cash: { balance: '120.00' },
    sales: { balance: '300.00' },
    receivable: { edges: [{ node: { balance: '180.00' } }] },
    agedReceivables: { total: '180.00', notDue: '180.00' },
    balanceSheet: { assets: '300.00', equity: '300.00' },
    profitAndLoss: { income: '300.00', netProfit: '300.00' },
    paid: { income: '120.00' },
    cashByDay: { closing: '120.00', days: [{ received: '120.00' }] },
  })
  const { estimate } = await change(
    'estimateCreate',
    `businessId: ${businessId}, customerId: "${customer.id}", items: [{ productId: "${product.id}", quantity: "2", unitPrice: "100.00" }]`,
    'estimate { id viewUrl }',
  )
  await change('estimateApprove', `estimateId: "${estimate.id}"`, '')

  // The customer's link leads to the invoice with the same figures.
  await page.goto(invoice.viewUrl)
  await expect(page.getByText('$180.00').first()).toBeVisible()
  await expectAccessible(page, info, 'invoice-of-a-customer')
  await page.goto(`${stack.providerUrl}/messages`)
  await expect(page.getByText('ada@quay.example')).toBeVisible()
  await expectAccessible(page, info, 'messages')
  await page.getByRole('main').getByRole('link').first().click()
  await expectAccessible(page, info, 'message')

  // Anyone with the address of an estimate can answer it, without an account.
  const stranger = await browser.newContext()
  const theirs = await stranger.newPage()
  await theirs.goto(estimate.viewUrl)
  await expectAccessible(theirs, info, 'estimate-of-a-customer')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.getByRole('status')).toBeVisible()
  await expectAccessible(theirs, info, 'estimate-accepted')
  await stranger.close()
  expect(await stack.logs()).not.toContain(token)
})
