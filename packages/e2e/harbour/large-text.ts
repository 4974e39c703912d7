import type { Page, TestInfo } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { pageOf } from '@counterfoil/testkit/walked-pages'
import { sidewaysScrollOfLargeText } from './accessibility.ts'
import { DEMO_PASSWORD, expect, test, type TestApp } from './harbour-fixtures.ts'

/** Returns a name of the maximum length, a hundred characters, without a line break opportunity. */
export const long = (start: string) => `${start}${'wmdonaudampfschifffahrt'.repeat(5)}`.slice(0, 100)
export const LONG_ADDRESS = `https://${'quaybooks'.repeat(5)}.example/${'callback'.repeat(20)}`

/**
 * Keeps a screenshot of pages at 200 % text size on a phone, and records which of them scroll sideways.
 * @param pages The addresses to visit; `unseen` returns those that were not
 */
export function watch(page: Page, info: TestInfo, pages: readonly string[]) {
  const tooWide: string[] = []
  const seen = new Set<string | undefined>()
  const fits = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const scroll = await sidewaysScrollOfLargeText(page, info.outputPath(`${name}-200.jpg`))
    if (scroll > 0) tooWide.push(`${name}: ${scroll} px`)
    if (page.url().startsWith('http')) seen.add(pageOf(page.url(), pages))
  }
  return { fits, tooWide, unseen: () => pages.filter((address) => !seen.has(address)) }
}

export const press = (page: Page, form: string, button = 'button') =>
  page.locator(`main form[action${form}] ${button}`).first().click()

export async function signIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await press(page, '$="/sign-in"', 'button.primary')
}

/** Turns on authenticator codes, confirmed by a code of the key on the page. @returns a recovery code */
export async function turnCodesOn(
  page: Page,
  stack: Stack,
  fits: (name: string) => Promise<void>,
): Promise<string> {
  await page.goto(`${stack.providerUrl}/security/turn-on`)
  await fits('codes-set-up')
  const key = (await page.locator('#key').innerText()).replaceAll(' ', '')
  await page
    .locator('#code')
    .fill(new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: await stack.now() }))
  await press(page, '="/security/turn-on"', 'button.primary')
  await fits('recovery-codes')
  return page.locator('#recovery-codes li').first().innerText()
}

/** A person with names and an address of the maximum length. */
export const people = test.extend<{
  longPerson: (businesses: number) => Promise<{ email: string; businesses: readonly string[] }>
}>({
  longPerson: async ({ stack }, use) => {
    await use(async (count) => {
      const email = `${crypto.randomUUID().slice(0, 8)}${'w'.repeat(56)}@harbour.example`
      const named = ['--email', email, '--first-name', long('Wm'), '--last-name', long('Mw')]
      await stack.harbour('user', 'create', ...named, '--password', DEMO_PASSWORD)
      const businesses: string[] = []
      for (let index = 0; index < count; index += 1) {
        const name = long(`${index}${email.slice(0, 8)}`)
        const made = await stack.harbour('business', 'create', '--owner', email, '--name', name)
        businesses.push((made as { id: string }).id)
      }
      return { email, businesses }
    })
  },
})

/** Sends an invoice and an estimate with names of the maximum length; returns the pages of both by name. */
export async function sendDocuments(
  page: Page,
  { url, token }: { readonly url: string; readonly token: string },
) {
  const ask = async (query: string, input?: Readonly<Record<string, unknown>>) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.post(url, { headers, data: { query, variables: { input } } })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  }
  const change = async (name: string, input: Readonly<Record<string, unknown>>, fields: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const operation = `mutation ($input: ${type}) { made: ${name}(input: $input) { inputErrors { message } ${fields} } }`
    const { made } = await ask(operation, input)
    expect(made.inputErrors).toEqual([])
    return made
  }
  const { businesses } = await ask('{ businesses { edges { node { id } } } }')
  const businessId = businesses.edges[0].node.id
  const { business } = await ask(
    `{ business(id: "${businessId}") { accounts(subtypes: [INCOME]) { edges { node { id } } } } }`,
  )
  const email = 'ada@quay.example'
  const { customer } = await change(
    'customerCreate',
    { businessId, name: long('Ada'), email },
    'customer { id }',
  )
  const { product } = await change(
    'productCreate',
    {
      ...{ businessId, name: long('Design'), unitPrice: '123456789.00' },
      incomeAccountId: business.accounts.edges[0].node.id,
    },
    'product { id }',
  )
  const items = [{ productId: product.id, quantity: '3' }]
  const { invoice } = await change(
    'invoiceCreate',
    { businessId, customerId: customer.id, status: 'SAVED', items },
    'invoice { id viewUrl }',
  )
  await change('invoiceSend', { invoiceId: invoice.id, to: [email], attachPDF: true }, 'didSucceed')
  const { estimate } = await change(
    'estimateCreate',
    {
      ...{ businessId, customerId: customer.id },
      items: [{ productId: product.id, quantity: '3', unitPrice: '123456789.00' }],
    },
    'estimate { id viewUrl }',
  )
  await change('estimateApprove', { estimateId: estimate.id }, 'didSucceed')
  return [
    ['shared-invoice', invoice.viewUrl],
    ['shared-estimate', estimate.viewUrl],
  ] as const
}

export const LONG_APP = ['--name', long('App'), '--no-checked', '--optional-scopes', 'product:read'] as const
export const allow = async (page: Page, app: TestApp, business?: string, parameters = {}) => {
  await page.goto(app.authorizeUrl({ approval_prompt: 'force', ...parameters }))
  if (business !== undefined) await page.locator(`input[value="${business}"]`).check()
  await press(page, '$="/answer"', 'button[value=allow]')
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
}
