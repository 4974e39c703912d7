import { readFile } from 'node:fs/promises'
import { test } from '../demo-books.ts'
import { allow, DEMO_PASSWORD, expect, signIn, takenOver } from '../fixtures.ts'
import { LISTS_HEARD } from './heard.ts'
import { expectAccessible } from './accessibility.ts'

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }

test('the lists of a business with fourteen months of books, with one record each, by keyboard, in French, at every width', async ({
  page,
  stack,
}, info) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const rows = page.locator('.list tbody tr')
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const { operationName, variables } = request.postDataJSON() as {
      operationName: string
      variables: { page?: number }
    }
    asked.push(`${operationName} ${variables.page ?? 1}`)
  })

  // The first rows came with the page.
  await page.goto('/invoices')
  await expect(rows).toHaveCount(50)
  await takenOver(page)
  await expectAccessible(page, info, 'invoices')
  expect(asked).not.toContain('Invoices 1')
  expect(await page.title()).toBe('Invoices – Northwind Trading – Counterfoil')

  await page
    .getByRole('navigation', { name: 'Which invoices' })
    .getByRole('link', { name: 'Late' })
    .press('Enter')
  await expect(page).toHaveURL(/\/invoices\?state=late$/)
  await expect(rows.first()).toContainText(/\d+ days? late/)
  await page.getByRole('button', { name: 'Total' }).press('Enter')
  await expect(page).toHaveURL(/state=late&sort=-total$/)
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await rows.first().getByRole('link').press('Enter')
  await expect(title(/^Invoice \d+$/)).toBeFocused()
  await expect(page.getByRole('table')).toContainText('Left to pay')
  await expectAccessible(page, info, 'invoice')
  const paper = page.getByRole('link', { name: 'Open the PDF' })
  expect(await paper.getAttribute('href')).toContain(stack.providerUrl)

  await page.getByRole('main').locator('.lede').getByRole('link').click()
  await expect(page.getByText(/^Usually pays|^Too few paid invoices/).filter({ visible: true })).toHaveCount(
    1,
  )
  await expectAccessible(page, info, 'customer')
  await page.getByRole('link', { name: 'See all invoices' }).click()
  await expect(page.getByRole('link', { name: /^Remove the filter/ })).toBeVisible()

  for (const [path, name] of [
    ['/customers', 'Customers'],
    ['/products', 'Products'],
    ['/transactions', 'Transactions'],
    ['/accounts', 'Accounts'],
  ] as const) {
    await page.goto(path)
    await expect(title(name)).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page, info, name.toLowerCase())
  }
  for (const [path, heard] of Object.entries(LISTS_HEARD)) {
    await page.goto(path)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(heard)
  }

  // The balance of the last day of transactions is the first figure of the overview.
  await page.goto('/transactions')
  await expect(page.getByRole('columnheader', { name: 'Cash at end of day' })).toBeVisible()
  const lastCell = rows.first().getByRole('cell').last()
  const cash = await lastCell.innerText()
  expect(cash).toMatch(/^\$[\d,]+\.\d\d$/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const [head, first] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  expect(head).toMatch(/,Cash in or out,Cash at end of day,Currency$/)
  expect(first).toContain(`,${cash.replaceAll(/[$,]/g, '')},CAD`)
  await rows.first().getByRole('link').first().click()
  await expect(page.getByRole('columnheader', { name: 'Debit' })).toBeVisible()
  await expectAccessible(page, info, 'transaction')
  await page.goBack()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(lastCell).toHaveText(`End of day = ${cash}`)
  const box = await lastCell.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))
  expect(box.scrollWidth).toBe(box.clientWidth)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/')
  const whole = Math.round(Number(cash.replaceAll(/[$,]/g, ''))).toLocaleString('en')
  await expect(page.locator('.lede').first()).toContainText(`You have $${whole}`)

  await page.goto('/customers')
  const usual = rows.locator('td:nth-child(3)', { hasText: /days? late|days? early|on the due day/ })
  await expect(usual.first()).toBeVisible()

  // A group of receivables links to the invoices of that age.
  await page.goto('/')
  await page.getByRole('link', { name: /^1–30 days late: \d+ invoices?$/ }).click()
  await expect(page).toHaveURL(/\/invoices\?state=late&age=1-30$/)
  await expect(page.getByRole('link', { name: /^Remove the filter/ })).toBeVisible()
  await expect(rows.first()).toContainText(/\d+ days? late/)
  const days = await rows.locator('.late').allTextContents()
  expect(days.length).toBeGreaterThan(0)
  expect(days.map((text) => Number.parseInt(text, 10)).filter((each) => each > 30)).toEqual([])
  await page.getByRole('link', { name: /^Remove the filter/ }).click()
  await expect(page).toHaveURL(/\/invoices\?state=late$/)

  await page.goto('/accounts')
  await takenOver(page)
  await page.getByRole('link', { name: 'Business Bank Account' }).click()
  await expect(title('Business Bank Account')).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
  await expectAccessible(page, info, 'account')

  await page.goto('/customers?sort=-owed')
  await takenOver(page)
  await page.getByLabel('Language').selectOption('fr')
  await expect(title('Clients')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Vous doit' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(rows.first()).toContainText(/\d,\d\d/)
  await page.getByRole('link', { name: 'Factures' }).click()
  await expect(page.getByRole('table', { name: /^\d+ factures$/ })).toBeVisible()
})
