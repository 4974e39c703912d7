import { readFile } from 'node:fs/promises'
import { allow, DEMO_PASSWORD, expect, signIn, takenOver, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

test.use({
  stackOptions: {
    provider: { PROVIDER_SEED: 'demo' },
    bff: { BFF_PROVIDER_SCOPES: `${READS} transaction:read` },
  },
})

test('a period is kept in its address, read without a script, saved as a file, and an invalid one is reported', async ({
  page,
}, info) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: 'many@harbour.example', password: DEMO_PASSWORD })
  await allow(page, 'Northwind Trading')
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('main').getByRole('link', { name: 'Periods' }).click()
  const main = page.getByRole('main')
  const profit = main.getByRole('region', { name: 'Profit' })
  await expect(profit.getByRole('row').last()).toContainText(/Profit.*\$/)
  const thisMonth = await profit.textContent()
  await main.getByRole('link', { name: 'Last quarter' }).click()
  await expect(page).toHaveURL(/\/periods\?period=last-quarter$/)
  await expect(main.getByRole('link', { name: 'Last quarter' })).toHaveAttribute('aria-current', 'page')
  await expect(profit).not.toHaveText(thisMonth ?? '')
  const lastQuarter = (await profit.textContent()) ?? ''
  await expectAccessible(page, info, 'periods')

  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain('Money out')
  const saved = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect((await saved).suggestedFilename()).toMatch(
    /^Northwind Trading figures \d{4}-\d\d-01 \d{4}-\d\d-\d\d\.csv$/,
  )
  expect(file).toMatch(/^.*CAD,Before .*CAD\r\nProfit,Income,\d+\.\d\d,\d+\.\d\d\r\n/)

  await main.getByLabel('From').fill('2026-02-02')
  await main.getByLabel('To').fill('2026-02-01')
  await main.getByRole('button', { name: 'Show' }).click()
  await expect(main).toContainText('The last day is before the first.')
  await page.goBack()
  await expect(profit).toHaveText(lastQuarter)
  await page.reload()
  await expect(profit).toHaveText(lastQuarter)
})
