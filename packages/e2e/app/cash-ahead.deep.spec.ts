import { allow, DEMO_PASSWORD, expect, signIn, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

test.use({
  stackOptions: {
    provider: { PROVIDER_SEED: 'demo' },
    bff: { BFF_PROVIDER_SCOPES: `${READS} transaction:read` },
  },
})

test('cash goes on for sixty days after today, and a payment that repeats is switched off on this device', async ({
  page,
}, info) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: 'many@harbour.example', password: DEMO_PASSWORD })
  await allow(page, 'Northwind Trading')
  await page.goto('/')
  const ahead = page.getByRole('region', { name: 'Cash ahead' })
  const answer = ahead.locator('.picture-answer')
  await expect(answer).toContainText(/^On .+ there may be about .+ The lowest day is /)
  const before = await answer.textContent()

  await ahead.getByText(/^What repeats/).click()
  const rent = ahead.getByRole('checkbox', { name: /Rent/ })
  await expect(rent).toBeChecked()
  await rent.focus()
  await page.keyboard.press('Space')
  await expect(rent).not.toBeChecked()
  await expect(answer).not.toHaveText(before ?? '')
  await ahead.getByText('How sure is this?').click()
  await expect(ahead).toContainText('earlier days of these books')
  await expectAccessible(page, info, 'cash-ahead')

  await ahead.getByRole('button', { name: /^Show as table/ }).click()
  await expect(ahead.getByRole('row').last()).toContainText('Everything else')
  await ahead.getByRole('button', { name: /^Show as (picture|chart)/ }).click()
  await page.reload()
  await ahead.getByText(/^What repeats/).click()
  await expect(rent).not.toBeChecked()
})
