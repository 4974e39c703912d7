import { allow, DEMO_PASSWORD, expect, signIn, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

test.use({
  stackOptions: {
    provider: { PROVIDER_SEED: 'demo' },
    bff: { BFF_PROVIDER_SCOPES: `${READS} transaction:read` },
  },
})

test('cash is forecast for sixty days, and a repeating payment can be switched off on this device', async ({
  page,
}, info) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: 'many@harbour.example', password: DEMO_PASSWORD })
  await allow(page, 'Northwind Trading')
  const ahead = page.getByRole('region', { name: 'Cash ahead' })
  const answer = ahead.locator('.picture-answer')
  // A visit shows the forecast only if the figures were read within three seconds, and repeating payments only if a year was read
  // before the page had to be sent. A busy machine may need several visits.
  const regular = page.getByText(/Regular payments of about .+ go out in the next 14 days\./)
  await expect(async () => {
    await page.goto('/')
    await expect(answer).toContainText(/^On .+ there may be about .+ The lowest day is /, { timeout: 20_000 })
    await expect(regular).toBeVisible({ timeout: 2_000 })
  }).toPass()
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

test('a postponed to-do item makes room for the next, and stays hidden after a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: 'many@harbour.example', password: DEMO_PASSWORD })
  await allow(page, 'Northwind Trading')
  await page.goto('/')
  const today = page.getByRole('region', { name: 'Today' })
  const first = today.getByRole('listitem').first()
  const action = (await first.getByRole('link').textContent()) ?? ''
  const saved = page.waitForResponse((response) => response.url().endsWith('/put-off'))
  await first.getByRole('button', { name: `Not today: ${action}` }).click()
  await expect(first).toContainText('Back tomorrow.')
  expect((await saved).status()).toBe(204)
  await page.reload()
  await expect(today.getByRole('listitem').first()).not.toContainText(action)
  await expect(today.getByRole('button', { name: /^Not today/ }).first()).toBeVisible()
})
