import { expect, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

test.use({ stackOptions: { bff: { BFF_CONNECT_STARTS_PER_TEN_MINUTES: '2' } } })

test('too many connect attempts are answered with the time of the next allowed one', async ({
  page,
}, info) => {
  for (let count = 0; count < 3; count += 1) {
    await page.goto('/')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Connect a business|Start again)$/ })
      .click()
    // Waits for the answer before the next press: a page that is left earlier would not be counted.
    await expect(
      page.getByRole('heading', { level: 1, name: /^(Sign in to Harbour|Too many attempts)$/ }),
    ).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Too many attempts' })).toBeVisible()
  await expect(page.getByText(/Nothing has changed\. You can start again at \d\d:\d\d\./)).toBeVisible()
  await expectAccessible(page, info, 'result-rate-limited')
})
