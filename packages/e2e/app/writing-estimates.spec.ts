import type { Page } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { expect, test, takenOver, connectUnseen } from '../fixtures.ts'

/** An estimate from its first line to the invoice made from it, created in the app. */

const NORTHWIND = 'Northwind Trading'
const READS = 'user:read business:read account:read customer:read invoice:read product:read estimate:read'
const WRITES = 'customer:write product:write invoice:write estimate:write estimate:send'

test.use({ stackOptions: { bff: { BFF_PROVIDER_SCOPES: `${READS} sales_tax:read ${WRITES}` } } })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

/** Presses a button of the page, and then the button of the confirmation dialog. */
async function act(page: Page, name: string, confirm: string): Promise<void> {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  expect(await findWithAxe(page, 'every')).toEqual([])
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('an estimate is written, approved, sent, changed, accepted, reopened, accepted again and invoiced', async ({
  page,
  makePerson,
}) => {
  await connectUnseen(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/customers/new')
  await page.getByLabel('Name', { exact: true }).fill('Fern & Co')
  await page.getByLabel('Email (optional)').fill('fern@example.com')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Customer Fern & Co: saved in Harbour' })).toBeVisible()
  await open(page, '/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Planting')
  await page.getByLabel(/^Unit price/).fill('1,250.50')
  await page.getByLabel('Income account (optional)').selectOption({ index: 1 })
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Product Planting: saved in Harbour' })).toBeVisible()

  await open(page, '/estimates')
  await expect(page.getByText('Product Planting: saved in Harbour').first()).toBeVisible()
  await page.getByRole('link', { name: 'New estimate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New estimate' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Fe')
  await page.getByRole('option', { name: 'Fern & Co' }).click()
  await page.getByRole('combobox', { name: 'Product' }).fill('planting')
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await page.getByLabel('Valid for').selectOption('14 days')
  await expect(page.getByLabel('Estimate date')).not.toHaveValue('')
  expect(await findWithAxe(page, 'every')).toEqual([])
  await button(page, 'Save as a draft').click()
  await expect(page.getByRole('heading', { name: 'Estimate for Fern & Co: saved in Harbour' })).toBeVisible()

  await main(page).getByRole('link', { name: 'See it' }).click()
  await expect(main(page)).toContainText('$2,501.00')
  await act(page, 'Approve', 'Approve')
  await expect(main(page)).toContainText('Not sent')
  await act(page, 'Send', 'Send')
  await expect(button(page, 'Mark as accepted')).toBeVisible()
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit estimate' })).toBeVisible()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2')
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  expect(await findWithAxe(page, 'every')).toEqual([])
  await button(page, 'Save').click()
  await main(page).getByRole('link', { name: 'See it' }).click()
  await expect(main(page)).toContainText('$3,751.50')
  await act(page, 'Mark as accepted', 'Mark as accepted')
  await expect(main(page)).toContainText(/Seconds left: \d/)
  await button(page, 'Undo').click()
  await expect(button(page, 'Undo')).toBeHidden()
  await act(page, 'Mark as accepted', 'Mark as accepted')
  await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
  await act(page, 'Not accepted after all', 'Open it again')
  await act(page, 'Mark as accepted', 'Mark as accepted')
  await act(page, 'Make an invoice', 'Make the invoice')
  await expect(page).toHaveURL(/\/invoices\/[^/]+$/)
  await expect(main(page)).toContainText('Fern & Co')
  await expect(main(page)).toContainText('$3,751.50')
  await page.goBack()
  await expect(main(page)).toContainText('Invoiced')
})
