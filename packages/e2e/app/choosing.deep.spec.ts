import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { connectScripted, expect, test, takenOver } from '../scripted.ts'

/** An invoice for one of very many customers. */

const COUNT = 5_000
const PAGE_SIZE = 250
const NAMES = Array.from({ length: COUNT }, (_, index) => `Customer ${String(index).padStart(4, '0')}`)

test.use({
  bffSettings: {
    BFF_PROVIDER_SCOPES:
      'user:read business:read customer:read product:read invoice:read invoice:write sales_tax:read',
  },
})

declare global {
  interface Window {
    /** The text of the customer field in the last stored draft. */
    draftedWith?: string | undefined
  }
}

interface Asked {
  readonly page?: number
  readonly withCustomers?: boolean
  readonly input?: Readonly<Record<string, unknown>>
}

const listOf = (names: readonly string[], page: number, more: object = {}) => ({
  pageInfo: { totalPages: Math.ceil(names.length / PAGE_SIZE) },
  edges: names
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map((name) => ({ node: { id: `id of ${name}`, name, ...more } })),
})

const TAXES = ['GST', 'QST', 'Eco'].map((abbreviation) => ({
  node: {
    ...{ id: abbreviation, abbreviation, isArchived: false, isCompound: false },
    rates: [{ effective: '2026-01-01', rate: '0.05' }],
  },
}))

function answer(query: string, { page = 1, withCustomers }: Asked): object {
  if (query.includes('invoiceCreate')) {
    const invoice = { id: 'made', invoiceNumber: '7' }
    return { data: { invoiceCreate: { didSucceed: true, inputErrors: [], invoice } } }
  }
  const business = { id: 'business', timezone: 'UTC', currency: { code: 'CAD', exponent: 2 } }
  if (query.includes('salesTaxes'))
    return { data: { business: { ...business, salesTaxes: { edges: TAXES } } } }
  if (!query.includes('customers(')) return { data: { business: { ...business, invoice: null } } }
  const customers = withCustomers === true ? { customers: listOf(NAMES, page) } : {}
  const products = { products: listOf(['Planting', 'Pruning'], page, { unitPrice: '12.50' }) }
  return { data: { business: { ...business, ...customers, ...products } } }
}

const customer = (page: Page) => page.getByRole('combobox', { name: 'Customer' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Customer' }).getByRole('option')
const note = (page: Page) => page.locator('#field-customerId-note')

async function looksGood(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

const sums = (page: Page) => page.getByRole('region', { name: 'Total' }).getByRole('table')

test('any of five thousand customers can be chosen: by keyboard, by name, with a slow and a failing provider, and after a reload', async ({
  page,
  provider,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await connectScripted(page)
  let isAway = false
  const asked: number[] = []
  const sent: Readonly<Record<string, unknown>>[] = []
  provider.onGraphql(({ query, variables }) => {
    const asking = (variables ?? {}) as Asked
    if (asking.input !== undefined) sent.push(asking.input)
    if (asking.page !== undefined && asking.page > 1) {
      asked.push(asking.page)
      if (isAway)
        return { data: null, errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }
    }
    return answer(query, asking)
  })
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (...item) {
      window.draftedWith = document.querySelector<HTMLInputElement>('[role=combobox]')?.value
      return setItem.apply(this, item)
    }
  })
  await page.goto('/invoices/new')
  await takenOver(page)

  // By keyboard, among the loaded customers.
  await customer(page).press('ArrowDown')
  await expect(note(page)).toHaveText('The first 50. Keep typing to find others.')
  await expect(options(page)).toHaveCount(50)
  await customer(page).press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).last()).toBeInViewport()
  expect(await customer(page).getAttribute('aria-activedescendant')).toBe(
    await options(page).last().getAttribute('id'),
  )
  await looksGood(page)
  await customer(page).press('Escape')
  await expect(options(page)).toHaveCount(0)
  expect(asked).toEqual([])

  // An answer to the first letters comes after the last ones were typed.
  const slow = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: slow.promise })
  await customer(page).fill('customer 2')
  await expect(note(page)).toHaveText('Looking…')
  await customer(page).fill('customer 4999')
  slow.resolve()
  await expect(options(page)).toHaveText(['Customer 4999'])
  await expect(note(page)).toHaveText('1 to choose from.')
  // The page with the name was among the first to load.
  expect(asked.slice(0, 6)).toContain(COUNT / PAGE_SIZE)
  await customer(page).press('Enter')
  await expect(options(page)).toHaveCount(0)
  await expect(customer(page)).toHaveValue('Customer 4999')

  // Unknown names are not found, and names are not searched for while the provider is down.
  await expect.poll(() => page.evaluate(() => window.draftedWith)).toBe('Customer 4999')
  await page.reload()
  await takenOver(page)
  await expect(customer(page)).toHaveValue('Customer 4999')
  asked.length = 0
  isAway = true
  await customer(page).fill('nobody')
  await expect(note(page)).toHaveText('Some couldn’t be loaded.')
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await page.getByRole('link', { name: 'Customer: Choose one from the list.' }).click()
  await expect(customer(page)).toBeFocused()
  expect(asked).toHaveLength(1)
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(note(page)).toHaveText('Nothing found with that name.')
  expect(asked).toHaveLength(COUNT / PAGE_SIZE)
  await expect(page.getByRole('link', { name: 'New customer' })).toBeVisible()
  await looksGood(page)

  // The whole list is loaded: text from the middle of a name, in other case, is found at once.
  await customer(page).fill('MER 3210')
  await options(page).filter({ hasText: 'Customer 3210' }).click()
  await page.getByRole('combobox', { name: 'Product' }).fill('Pruning')
  await page.getByLabel('Quantity').fill('3')
  await expect(sums(page)).toHaveText('Subtotal$37.50Total$37.50')
  await page.getByLabel('Taxes', { exact: true }).selectOption('Choose taxes')
  await page.getByRole('checkbox', { name: 'GST' }).check()
  await page.getByRole('checkbox', { name: 'Eco' }).check()
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).length)).toBeGreaterThan(0)
  await looksGood(page)

  await page.reload()
  await expect(customer(page)).toHaveValue('Customer 3210')
  await expect(page.getByRole('checkbox', { name: 'GST' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'QST' })).not.toBeChecked()
  await expect(sums(page)).toHaveText('Subtotal$37.50GST 5%$1.88Eco 5%$1.88Total$41.26')
  await page.getByRole('button', { name: 'Save as a draft' }).dblclick()
  await expect(
    page.getByRole('heading', { name: 'Invoice for Customer 3210: saved in Harbour' }),
  ).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    customerId: 'id of Customer 3210',
    items: [
      {
        productId: 'id of Pruning',
        quantity: '3',
        taxes: [{ salesTaxId: 'GST' }, { salesTaxId: 'Eco' }],
      },
    ],
  })
})
