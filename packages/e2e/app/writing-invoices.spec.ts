import type { Locator, Page } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { expect, test, takenOver, connectUnseen } from '../fixtures.ts'

/** An invoice from the first line to the last payment, created in the app. */

const NORTHWIND = 'Northwind Trading'
const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

test.use({
  stackOptions: {
    bff: { BFF_PROVIDER_SCOPES: `${READS} customer:write product:write invoice:write invoice:send` },
  },
})

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const sums = (page: Page) => main(page).getByRole('region', { name: 'Total' }).getByRole('table')
const dialog = (page: Page) => page.getByRole('dialog')
const deed = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

async function looksGood(page: Page): Promise<void> {
  expect(await findWithAxe(page, 'every')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

/** Finds the sent reminder, and pauses and resumes further ones. */
async function pause(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Reminders' })
  await expect(card).toContainText('Friendly reminder')
  await card.getByText('Pause reminders').first().click()
  await card.getByLabel('Reason (optional)').fill('They asked for more time')
  await card.getByLabel('Until (optional)').fill('2099-03-03')
  await looksGood(page)
  await card.getByRole('button', { name: 'Pause reminders' }).click()
  await expect(card).toContainText('Reminders are paused until 3 Mar 2099. They asked for more time')
  await expect(main(page).getByRole('link', { name: 'Remind', exact: true })).toHaveCount(0)
  await page.reload()
  await card.getByRole('button', { name: 'Resume reminders' }).click()
  await expect(main(page).getByRole('link', { name: 'Remind', exact: true })).toBeVisible()
}

/** Sends a reminder of the invoice, due on 3 March 2026, and checks that a second mail on the same day is refused. */
async function remind(page: Page, number: string): Promise<void> {
  const message = dialog(page).getByLabel('Message')
  await button(page, 'Remind').click()
  await expect(page.getByRole('heading', { name: 'Remind Fern & Co' })).toBeVisible()
  await expect(dialog(page).getByLabel('To', { exact: true })).toHaveValue('fern@example.com')
  await expect(message).toHaveValue(/^Hello Fern & Co,\n\nThis is our last reminder\./)
  await expect(message).toHaveValue(new RegExp(`Invoice ${number}: \\$30\\.00, due 3\\sMar\\s2026`))
  await looksGood(page)
  await dialog(page).getByLabel('Tone').selectOption('Friendly')
  await dialog(page).getByLabel('Language of the email').selectOption('German')
  await expect(message).toHaveValue(/^Guten Tag Fern & Co,\n\nvielleicht haben Sie diese Rechnung übersehen/)
  await message.fill(`${await message.inputValue()}\nKommen Sie gern vorbei, Fern & Co.`)
  await dialog(page).getByRole('button', { name: 'Keep this text for next time' }).click()
  await expect(dialog(page)).toContainText('This text is kept for this tone and language.')
  await deed(page, 'Send').click()
  await expect(dialog(page)).toBeHidden()

  await main(page).getByRole('link', { name: 'Fern & Co' }).click()
  await pause(page)
  await main(page).getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statement: Fern & Co' })).toBeVisible()
  await expect(main(page).getByRole('row').last()).toHaveText('Total$30.00')
  await looksGood(page)
  await main(page).getByRole('link', { name: 'Back to the customer' }).click()
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('fern')
  await main(page).getByRole('link', { name: 'Remind: Fern & Co' }).click()
  await expect(message).toHaveValue(/last reminder/)
  await dialog(page).getByLabel('Tone').selectOption('Friendly')
  await dialog(page).getByLabel('Language of the email').selectOption('German')
  await expect(message).toHaveValue(/Kommen Sie gern vorbei, Fern & Co\.$/)
  await dialog(page).getByRole('button', { name: 'Use the first text again' }).click()
  await expect(message).not.toHaveValue(/Kommen Sie/)
  await deed(page, 'Send').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(/^You already wrote to this customer today\./)
  await deed(page, 'Cancel').click()
}

test('an invoice is written, approved, sent with a reminder, paid, the payment deleted, and deleted, each once and by its name', async ({
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
  await page.getByLabel(/^Unit price/).blur()
  await expect(page.getByText('Read as 1250.50')).toBeVisible()
  await page.getByLabel('Income account (optional)').selectOption({ index: 1 })
  await looksGood(page)
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Product Planting: saved in Harbour' })).toBeVisible()

  await open(page, '/invoices')
  // The confirmation above the list moves the list down.
  await expect(page.getByText('Product Planting: saved in Harbour').first()).toBeVisible()
  await page.getByRole('link', { name: 'New invoice' }).click()
  await button(page, 'Save as a draft').click()
  await expect(page.getByRole('heading', { name: '2 things need another look' })).toBeFocused()
  // A new customer is created meanwhile: the input of the invoice waits.
  await page.getByRole('combobox', { name: 'Customer' }).fill('Oak Ltd')
  await page.getByLabel('Note to the customer (optional)').fill('By the gate')
  await page.getByRole('link', { name: 'New customer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Oak Ltd')
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'New invoice' }).click()
  await expect(page.getByLabel('Note to the customer (optional)')).toHaveValue('By the gate')
  await page.getByRole('combobox', { name: 'Customer' }).press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Fern & Co', 'Oak Ltd'])
  await page.getByRole('combobox', { name: 'Customer' }).fill('Fe')
  await page.getByRole('option', { name: 'Fern & Co' }).click()
  await page.getByRole('combobox', { name: 'Product' }).fill('planting')
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await expect(sums(page)).toHaveText('Subtotal$2,501.00Total$2,501.00')
  await button(page, 'Preview').click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('2 × $1,250.50')
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  await expect(preview).toContainText('Total$3,751.50')
  await looksGood(page)
  await page.screenshot({ path: test.info().outputPath('preview.png'), fullPage: true })
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await button(page, 'Preview').click()
  await expect(preview).toBeHidden()
  const dueDate = page.getByLabel('Due date (optional)')
  await page.getByLabel('Invoice date').fill('2026-02-15')
  await page.getByLabel('Payment terms').selectOption('14 days')
  await expect(dueDate).toHaveValue('2026-03-01')
  await page.getByLabel('Invoice date').fill('2026-02-16')
  await expect(dueDate).toHaveValue('2026-03-02')
  await dueDate.fill('2026-03-03')
  await expect(page.getByLabel('Payment terms')).toHaveValue('own')
  await expect(page.getByText(/^Leave blank for the next number, probably \d+\.$/)).toBeVisible()
  await button(page, 'Add a line').click()
  await page.getByRole('combobox', { name: 'Product' }).nth(1).click()
  await page.getByRole('option', { name: 'Planting' }).click()
  await page
    .getByLabel(/^Unit price/)
    .nth(1)
    .fill('10')
  await button(page, 'Remove line 1').click()
  await expect(page.getByLabel(/^Unit price/)).toHaveValue('10')
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  await looksGood(page)
  await page.reload()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await button(page, 'Save as a draft').dblclick()
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
  const number = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace('Invoice ', '')

  await button(page, 'Approve').click()
  await expect(page.getByRole('heading', { name: `Approve invoice ${number}?` })).toBeVisible()
  await expect(dialog(page).getByText(/^For Fern & Co, \$30\./)).toBeVisible()
  await looksGood(page)
  await deed(page, 'Approve').click()
  await expect(dialog(page)).toBeHidden()

  await remind(page, number)

  await button(page, 'Send').click()
  await expect(dialog(page).getByLabel('To', { exact: true })).toHaveValue('fern@example.com')
  await looksGood(page)
  await deed(page, 'Send').click()
  await expect(dialog(page)).toBeHidden()

  const pay = async (open = () => button(page, 'Record a payment').click()) => {
    await open()
    await expect(dialog(page).getByLabel(/^Amount/)).toHaveValue('30.00')
    await dialog(page).getByLabel('Into account').selectOption({ index: 1 })
    await looksGood(page)
    await deed(page, 'Save').click()
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Delete the payment of $30')).toBeVisible()
  }
  await pay(async () => {
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill(number)
    await main(page)
      .getByRole('link', { name: `Record a payment: Invoice ${number}` })
      .click()
  })
  await button(page, 'Undo').click()
  await expect(button(page, 'Delete the payment of $30')).toBeHidden()
  await pay()

  await button(page, 'Delete the payment of $30').click()
  await expect(dialog(page).getByText(`From invoice ${number}, Fern & Co.`)).toBeVisible()
  await deed(page, 'Delete').click()
  await expect(dialog(page)).toBeHidden()

  await open(page, `${new URL(page.url()).pathname}/edit`)
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue(/^3/)
  await page.getByLabel('Note to the customer (optional)').fill('Thank you')
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page.getByText('Thank you')).toBeVisible()

  await button(page, 'Delete').click()
  await deed(page, 'Delete').click()
  await expect(dialog(page)).toBeHidden()
  await open(page, '/invoices')
  await expect(main(page).getByText('Fern & Co')).toHaveCount(0)
})

test('an invoice to a known customer is written, approved and sent in ten presses, and copied in one more', async ({
  page,
  makePerson,
}) => {
  await connectUnseen(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
  await open(page, '/customers/new')
  await page.getByLabel('Name', { exact: true }).fill('Fern & Co')
  await page.getByLabel('Email (optional)').fill('fern@example.com')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Customer Fern & Co: saved in Harbour' })).toBeVisible()
  await open(page, '/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Planting')
  await page.getByLabel(/^Unit price/).fill('120')
  await page.getByLabel('Income account (optional)').selectOption({ index: 1 })
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { name: 'Product Planting: saved in Harbour' })).toBeVisible()

  let presses = 0
  const press = async (one: Locator) => {
    presses += 1
    await one.click()
  }
  await open(page, '/')
  await press(page.getByRole('navigation').getByRole('link', { name: 'Invoices' }))
  await press(page.getByRole('link', { name: 'New invoice' }))
  await page.getByRole('combobox', { name: 'Customer' }).fill('Fe')
  await press(page.getByRole('option', { name: 'Fern & Co' }))
  await page.getByRole('combobox', { name: 'Product' }).fill('Pl')
  await press(page.getByRole('option', { name: 'Planting' }))
  await press(button(page, 'Save as a draft'))
  await press(page.getByRole('link', { name: 'See it' }))
  await press(button(page, 'Approve'))
  await press(deed(page, 'Approve'))
  await expect(dialog(page)).toBeHidden()
  await press(button(page, 'Send'))
  await press(deed(page, 'Send'))
  await expect(dialog(page)).toBeHidden()
  await expect(main(page).getByText(/^Sent/).first()).toBeVisible()
  expect(presses).toBeLessThanOrEqual(10)

  await main(page).getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New invoice' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Fern & Co')
  await expect(page.getByLabel(/^Unit price/)).toHaveValue('120')
  await looksGood(page)
  await button(page, 'Save as a draft').click()
  await button(page, 'Undo').click()
  await expect(page.getByRole('status').filter({ hasText: 'Invoice Fern & Co: deleted' })).toBeAttached()
  // The form is shown again, and the draft is deleted.
  await expect(button(page, 'Save as a draft')).toBeVisible()
  await button(page, 'Save as a draft').click()
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(main(page).getByRole('cell', { name: '$120.00' }).first()).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Fern & Co' })).toBeVisible()
})
