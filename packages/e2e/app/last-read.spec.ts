import type { Page } from '@playwright/test'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { statusBadge, expect, test, type Person, takenOver, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** The last figures are kept after their page is closed, and deleted with the connection. */

const NORTHWIND = 'Northwind Trading'

const card = (page: Page) => page.getByRole('region', { name: 'This business' })
const row = (page: Page, name: string) =>
  card(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

const BROKEN: Readonly<
  Record<string, { readonly statusBadge: string; by(stack: Stack, person: Person): Promise<unknown> }>
> = {
  'a provider that is gone': {
    statusBadge: 'Harbour isn’t answering',
    by: (stack) => stack.setProvider('shut'),
  },
  'access that was removed at the provider': {
    statusBadge: 'Reconnect needed',
    by: (stack, { email }) => stack.harbour('access', 'remove', '--user', email, '--all'),
  },
}

test.afterEach(async ({ stack }) => stack.setProvider('open'))

for (const [name, broken] of Object.entries(BROKEN)) {
  test(`${name} leaves the last reading on the page after a reload, with its age, until it is disconnected`, async ({
    page,
    stack,
    makePerson,
  }) => {
    const person = await makePerson({ [NORTHWIND]: 'active' })
    await connectUnseen(page, person, NORTHWIND)
    await page.goto('/settings/connection')
    await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
    const timeZone = (await row(page, 'Time zone').textContent()) ?? ''
    expect(timeZone).not.toBe('')
    await broken.by(stack, person)
    await page.goto('/settings/connection')
    await expect(statusBadge(page)).toContainText(broken.statusBadge)

    await page.reload()
    await expect(statusBadge(page)).toContainText(broken.statusBadge)
    await expect(row(page, 'Time zone')).toHaveText(timeZone)
    await expect(card(page).getByText(/^As of /)).toBeVisible()
    // The reading is in the first HTML, without a request.
    expect(await (await page.request.get('/settings/connection')).text()).toContain(timeZone)

    await page.goto('/settings/connection/disconnect')
    await page.getByRole('button', { name: `Disconnect ${NORTHWIND}` }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: `Disconnected from ${NORTHWIND}` }),
    ).toBeVisible()
    await page.goto('/settings/connection')
    await takenOver(page)
    await expect(page.getByText(timeZone)).toHaveCount(0)
    expect(await (await page.request.get('/settings/connection')).text()).not.toContain(timeZone)
  })
}

for (const [name, broken] of Object.entries({
  ...BROKEN,
  'a plan that ended': {
    statusBadge: 'Plan ended',
    by: (stack: Stack, { businesses }: Person) =>
      stack.harbour('plan', 'set', '--business', businesses[NORTHWIND] ?? '', '--state', 'lapsed'),
  },
})) {
  test(`${name} leaves the rows of a list that was read, with their age, and a sentence for one that was not`, async ({
    page,
    stack,
    makePerson,
  }, info) => {
    const person = await makePerson({ [NORTHWIND]: 'active' })
    await connectUnseen(page, person, NORTHWIND)
    await page.goto('/accounts')
    const rows = page.getByRole('main').getByRole('table').getByRole('link')
    await expect(rows.first()).toBeVisible()
    await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
    const count = await rows.count()
    await broken.by(stack, person)
    await page.goto('/settings/connection')
    await expect(statusBadge(page)).toContainText(broken.statusBadge)

    await page.goto('/accounts')
    await expect(rows).toHaveCount(count)
    await expect(page.getByRole('main').getByText(/As of \d/)).toBeVisible()
    await expectAccessible(page, info, `list-kept-${broken.statusBadge}`)
    await page.goto('/customers')
    await expect(
      page.getByText('Nothing from this list is kept. It appears once Harbour can be read again.'),
    ).toBeVisible()
    await expect(page.getByRole('search')).toHaveCount(0)
    await expectAccessible(page, info, `list-not-kept-${broken.statusBadge}`)
  })
}
