import type { Page } from '@playwright/test'
import { statusBadge, connect, expect, signIn, test, takenOver, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const NORTHWIND = 'Northwind Trading'

test.use({ stackOptions: { bff: { BFF_SESSION_IDLE_MINUTES: '3', BFF_SESSION_ABSOLUTE_HOURS: '1' } } })

const ended = (page: Page) => page.getByRole('dialog', { name: 'You’ve been signed out' })

test('an expired sign-in keeps the page, reports it, and returns to exactly that page', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/settings/connection')
  await takenOver(page)
  await stack.advance(61 * 60_000)
  await page.getByRole('button', { name: 'Run the check-up' }).click()
  await expect(ended(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Connection to ${NORTHWIND}` })).toBeAttached()
  await expect(ended(page).getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()
  await expectAccessible(page, info, 'session-ended')
  await page.keyboard.press('Escape')
  await expect(ended(page)).toBeVisible()
  await expect(
    ended(page).getByText(/Your businesses stay connected\. Nothing is read meanwhile/),
  ).toBeVisible()
  await ended(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  // Still signed in at the provider: one press without a question returns to the same page.
  await expect(page.getByRole('heading', { level: 1, name: `Connection to ${NORTHWIND}` })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/connection$/)
  await expect(statusBadge(page)).toContainText('Connected')
})

test('two minutes before the session ends a dialog asks, and one press extends it', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await page.clock.install({ time: await stack.now() })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/profile')
  await takenOver(page)
  await page.clock.fastForward(65_000)
  const warning = page.getByRole('dialog', { name: 'Still there?' })
  await expect(warning).toBeVisible()
  await expect(warning.getByText(/^You’ll be signed out at \d\d:\d\d\.$/)).toBeVisible()
  await expect(page.locator('#alert')).toHaveText(/You’ll be signed out at/)
  await expectAccessible(page, info, 'idle-warning')
  // Only the browser's clock was ahead: both are equal again.
  await page.clock.setSystemTime(await stack.now())
  await warning.getByRole('button', { name: 'Stay signed in' }).press('Space')
  await expect(warning).toHaveCount(0)
  await expect(page.locator('#status')).toHaveText('You stay signed in.')
})

test('signing out in one tab removes all data of the person from the others', async ({
  context,
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re signed out' })).toBeFocused()
  await expect(page.getByText('1 business stays connected. Nothing is read meanwhile')).toBeVisible()
  await expect(other.getByRole('dialog', { name: 'You signed out in another tab' })).toBeVisible()
  await expect(other.getByText(NORTHWIND)).toHaveCount(0)
  await expectAccessible(other, info, 'signed-out-elsewhere')
  await page.goBack()
  await expect(page.getByText(person.email)).toHaveCount(0)
})

test('another signed-in browser is in the list, and can be signed out from here', async ({
  browser,
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  const elsewhere = await browser.newContext({ baseURL: stack.appUrl })
  const there = await elsewhere.newPage()
  await there.goto('/')
  await there.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(there, person)
  await there.getByRole('radio', { name: NORTHWIND }).check()
  await there.getByRole('button', { name: 'Allow access' }).click()
  await expect(there.getByRole('heading', { level: 1, name: /onnected to Northwind Trading/ })).toBeVisible()
  await there.goto('/')
  await page.goto('/settings/sessions')
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Sign out there: \S/ })
    .first()
    .waitFor()
  await expectAccessible(page, info, 'sessions')
  await page
    .getByRole('button', { name: /^Sign out there/ })
    .first()
    .click()
  await expect(page.getByText('You are signed in only here.')).toBeVisible()
  await expect(ended(there)).toBeVisible()
  await elsewhere.close()
})
