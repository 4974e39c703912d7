import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { connectScripted, expect, test, takenOver } from '../scripted.ts'

/** A list of ten thousand invoices: rendered rows, the position after Back, the saved file, the search result. */

const COUNT = 10_000
const DAY_MS = 86_400_000

interface Asked {
  readonly page?: number
  readonly pageSize?: number
  readonly number?: string | null
  readonly status?: string | null
}

/** Returns invoice number `index`; names and amounts differ and have unusual characters. */
function invoice(index: number): object {
  const names = [
    '=Fern, "Co"',
    'متجر النور',
    'Ein sehr langer Name einer Gesellschaft mit beschränkter Haftung',
    'Lark',
  ]
  const day = (days: number) => new Date(Date.UTC(2026, 9, 1) - days * DAY_MS).toISOString().slice(0, 10)
  const total = index % 7 === 0 ? `-${index}.05` : `${index * 1_000}.50`
  return {
    ...{ __typename: 'Invoice', id: `invoice-${index}`, invoiceNumber: String(100_000 + index) },
    ...{ invoiceDate: day(COUNT - index), dueDate: day(COUNT - index - 14), status: 'PAID' },
    customer: { __typename: 'Customer', id: `customer-${index % 4}`, name: names[index % 4] },
    total: { __typename: 'Money', value: total, currency: { __typename: 'Currency', code: 'CAD' } },
    amountDue: { __typename: 'Money', value: '0.00' },
  }
}

const ALL = Array.from({ length: COUNT }, (_, index) => COUNT - index)

/** Returns a page of invoices as a provider answers it, or one invoice by its id. */
function answer(query: string, variables: Asked & { readonly invoiceId?: string }): object {
  const business = { __typename: 'Business', id: 'business', timezone: 'America/Toronto' }
  if (!query.includes('invoices(')) {
    const gone = { message: 'none', path: ['business', 'invoice'], extensions: { code: 'NOT_FOUND' } }
    return { data: { business: { ...business, invoice: null } }, errors: [gone] }
  }
  const found = ALL.filter((index) => String(100_000 + index).includes(variables.number ?? ''))
  const { page = 1, pageSize = 45 } = variables
  const rows = found.slice((page - 1) * pageSize, page * pageSize)
  return {
    data: {
      business: {
        ...business,
        invoices: {
          __typename: 'InvoiceConnection',
          pageInfo: { __typename: 'OffsetPageInfo', totalCount: found.length },
          edges: rows.map((index) => ({ __typename: 'InvoiceEdge', node: invoice(index) })),
        },
      },
    },
  }
}

const rowsOf = (page: Page) => page.locator('.list tbody tr')
const first = (page: Page) => rowsOf(page).first().getByRole('link')

test('ten thousand rows: few are rendered, all are numbered, Back finds the place, and a file contains every one', async ({
  page,
  provider,
}) => {
  test.slow()
  await connectScripted(page)
  provider.onGraphql(({ query, variables }) => answer(query, variables as Asked))
  const asked: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const { variables } = request.postDataJSON() as { variables: Asked }
    if (variables.page !== undefined) asked.push(variables.page)
  })
  await page.goto('/invoices')
  await expect(page.locator('.list-head strong', { hasText: '10,000 invoices' })).toBeVisible()
  await expect(first(page)).toHaveText('110000')
  await takenOver(page)

  // The first page is in the HTML; the next hundred rows are preloaded.
  await expect.poll(() => asked.toSorted((one, other) => one - other)).toEqual([2, 3])
  await page.getByRole('button', { name: 'Show 100 more' }).press('Enter')
  await expect(rowsOf(page)).toHaveCount(150)
  await expect(page.locator('[data-row="invoice-9950"] a')).toBeFocused()

  await page.getByRole('button', { name: 'Show all 10,000' }).click()
  await expect(page.getByRole('table', { name: '10,000 invoices' })).toHaveAttribute('aria-rowcount', '10001')
  await expect(page.locator('.list-more')).toHaveCount(0)
  for (let y = 44 * 1_999; y <= 44 * COUNT; y += 44 * 1_999) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await expect.poll(() => shownRows(page)).toBe(true)
    expect(await rowsOf(page).count()).toBeLessThan(100)
  }
  await expect(page.locator('[data-row="invoice-1"]')).toHaveAttribute('aria-rowindex', '10001')

  await page.evaluate(() => scrollTo(0, 44 * 5_000))
  const row = page.locator('[data-row="invoice-5002"]')
  await expect(row).toBeInViewport()
  const top = (await row.boundingBox())?.y ?? 0
  await row.getByRole('link').click()
  await expect(page.getByText(/^We can’t find this invoice/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(row.getByRole('link')).toBeFocused()
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - top)).toBeLessThan(45)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.split('\r\n')
  expect(lines.length).toBe(COUNT + 2)
  expect(lines[0]).toBe('\uFEFFNumber,Customer,Date,Due,Status,Total,Amount due,Currency')
  expect(lines[1]).toMatch(/^110000,"'=Fern, ""Co""",2026-10-01,2026-10-15,Paid,10000000\.50,0\.00,CAD$/)
  expect(lines.at(-3)).toMatch(/^100002,Ein sehr langer .*,2000\.50,0\.00,CAD$/)
  expect(file).toContain(',-9996.05,0.00,CAD\r\n')

  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(await page.locator('.list').count()).toBe(0)
})

test('typed text filters at once without a history entry; a removed filter adds one', async ({
  page,
  provider,
}) => {
  await connectScripted(page)
  provider.onGraphql(({ query, variables }) => answer(query, variables as Asked))
  await page.goto('/invoices?sort=-total&unknown=1')
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByLabel('Search by number').pressSequentially('10999')
  await expect(page.locator('.list-head strong', { hasText: '10 invoices' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?q=10999&sort=-total')
  await expect(page.locator('#status')).toHaveText('10 invoices')
  await expect(page.getByLabel('Search by number')).toBeFocused()
  await page.getByRole('link', { name: 'Remove the filter 10999' }).click()
  await expect(page.locator('.list-head strong', { hasText: '10,000 invoices' })).toBeVisible()
  await expect(page.getByLabel('Search by number')).toHaveValue('')
  await page.goBack()
  await expect(page.getByLabel('Search by number')).toHaveValue('10999')
  await expect(page.locator('.list-head strong', { hasText: '10 invoices' })).toBeVisible()
})

test('text typed before hydration is searched for after it', async ({ page, provider }) => {
  await connectScripted(page)
  provider.onGraphql(({ query, variables }) => answer(query, variables as Asked))
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/invoices', { waitUntil: 'commit' })
  await page.getByLabel('Search by number').pressSequentially('10999')
  typed.resolve()
  await expect(page.locator('.list-head strong', { hasText: '10 invoices' })).toBeVisible()
  await expect(page.getByLabel('Search by number')).toHaveValue('10999')
  expect(new URL(page.url()).search).toBe('?q=10999')
})

test('a failed page keeps the loaded rows, reports it, and can be read again', async ({ page, provider }) => {
  let isBroken = false
  await connectScripted(page)
  provider.onGraphql(({ query, variables }) =>
    isBroken
      ? {
          data: { business: null },
          errors: [{ message: 'no', path: ['business'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
        }
      : answer(query, variables as Asked),
  )
  await page.goto('/invoices')
  await expect(rowsOf(page)).toHaveCount(50)
  await takenOver(page)
  isBroken = true
  await page.getByRole('button', { name: 'Show all 10,000' }).click()
  await expect(page.getByText(/^Showing 50 of 10,000 invoices\. The rest didn’t load\.$/)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(50)
  isBroken = false
  await page.getByRole('button', { name: 'Load the rest' }).click()
  await expect(rowsOf(page)).toHaveCount(150)
})

test('a long list on a phone renders the visible cells; in landscape and in print it has all columns', async ({
  page,
  provider,
}) => {
  await connectScripted(page)
  provider.onGraphql(({ query, variables }) => answer(query, variables as Asked))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/invoices')
  await takenOver(page)
  const more = page.getByRole('button', { name: 'Show 100 more' })
  await more.click()
  await expect(page.locator('.list-more')).toContainText('150 of 10,000 shown')
  await more.click()
  await expect(page.locator('.list-more')).toContainText('250 of 10,000 shown')
  await page.evaluate(() => scrollTo(0, 0))
  const cells = rowsOf(page).first().locator('td')
  await expect(cells).toHaveText(['110000', '=Fern, "Co"', 'Paid', '$10,000,000.50'])
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(cells).toHaveCount(6)
  await page.setViewportSize({ width: 1_280, height: 800 })
  await expect(cells).toHaveCount(7)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cells).toHaveCount(4)
  // Paper is wide, and is rendered before the event ends.
  const onPaper = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const count = document.querySelectorAll('.list tbody tr:first-child td').length
    dispatchEvent(new Event('afterprint'))
    return count
  })
  expect(onPaper).toBe(7)
  await expect(cells).toHaveCount(4)
})

/** Returns true if rows are visible wherever the list is on the screen. */
async function shownRows(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = (y: number) =>
      document.elementFromPoint(innerWidth / 2, y)?.closest('tr, thead, main, footer, header')
    const middle = at(innerHeight / 2)
    return middle !== null && middle !== undefined && (middle.tagName === 'TR' || middle.tagName === 'FOOTER')
  })
}
