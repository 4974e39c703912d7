import type { Page } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { allow, expect, signIn, test, takenOver, connectUnseen } from '../fixtures.ts'

/** Changing the books from the app, through the whole product. */

const NORTHWIND = 'Northwind Trading'

const main = (page: Page) => page.getByRole('main')
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true })

/** Allows one more permission at the provider, and returns directly to the form, which saves. */
async function allowMore(page: Page): Promise<void> {
  await main(page).getByRole('button', { name: 'Continue to Harbour' }).click()
  await allow(page)
  await takenOver(page)
}

test('a customer: the permission is requested in context, the input survives it and a reload, errors are beside the field, one is created', async ({
  page,
  context,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/customers/new')
  await takenOver(page)
  expect(await findWithAxe(page, 'every')).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Fern & Co')
  await page.getByLabel('Email (optional)').fill('not an address')
  await page.getByLabel('Phone (optional)').fill('5'.repeat(51))
  await save(page).click()
  await expect(page.getByRole('heading', { name: '1 thing needs another look' })).toBeFocused()
  await page.getByRole('link', { name: /^Email \(optional\): / }).click()
  await expect(page.getByLabel('Email (optional)')).toBeFocused()
  await page.getByLabel('Email (optional)').fill('fern@example.com')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'One more permission' })).toBeFocused()
  await allowMore(page)

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Fern & Co')
  await expect(main(page).getByText(/We kept what you typed at/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 thing needs another look' })).toBeFocused()
  await page.getByRole('link', { name: /^Phone \(optional\): / }).click()
  await expect(page.getByLabel('Phone (optional)')).toBeFocused()
  expect(await findWithAxe(page, 'every')).toEqual([])
  await page.getByLabel('Phone (optional)').fill('555 0100')

  await page.reload()
  await expect(page.getByLabel('Email (optional)')).toHaveValue('fern@example.com')
  // The stored text is encrypted.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('fern@example')
  expect(await page.content()).not.toContain('draftKeys')

  await context.setOffline(true)
  await save(page).click()
  await expect(main(page).getByText(/You’re offline\. What you typed is kept/)).toBeVisible()
  await context.setOffline(false)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('CustomerCreate')) sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await save(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Customer Fern & Co: saved in Harbour' })).toBeFocused()
  expect(sent).toHaveLength(1)

  await page.getByRole('link', { name: 'Edit it again' }).click()
  // Somebody else changes the record meanwhile: both versions are shown.
  await page.getByLabel('Town or city').fill('Hull')
  const other = await context.newPage()
  await other.goto(page.url())
  await takenOver(other)
  await other.getByLabel('Town or city').fill('Leeds')
  await save(other).click()
  await expect(other.getByRole('heading', { name: 'Customer Fern & Co: saved in Harbour' })).toBeVisible()
  await other.close()
  await page.reload()
  await expect(main(page).getByText('It has changed in Harbour since.')).toBeVisible()
  await expect(page.getByLabel('Town or city')).toHaveValue('Hull')
  await expect(main(page).getByText('Now in Harbour: Leeds')).toBeVisible()
  await expect(page.getByLabel('Email (optional)')).toHaveValue('fern@example.com')
  await page.getByLabel('Town or city').fill('York')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Customer Fern & Co: saved in Harbour' })).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft:.*customer/.test(key))),
  ).toEqual([])
  expect(await stack.logs()).not.toContain('fern@example.com')

  // The confirmation of a change whose form was left overlays the next pages, without a layout shift.
  const left = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('CustomerCreate') === true) await left.promise
    await route.continue()
  })
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Moss Ltd')
  await save(page).click()
  const tray = page.getByRole('region', { name: 'What you sent' })
  await expect(tray.getByText('Customer Moss Ltd: on its way')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).first().click()
  left.resolve()
  await expect(tray.getByText('Customer Moss Ltd: saved in Harbour')).toBeVisible()
  await page.goto('/customers')
  await expect(tray).toBeInViewport()
  expect(await findWithAxe(page, 'every')).toEqual([])
  const places = () =>
    page
      .locator('h1, .list-head, .foot')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await places()
  for (const _ of await tray.getByRole('listitem').all()) {
    await tray.getByRole('button', { name: 'Hide' }).first().click()
  }
  await expect(tray).toHaveCount(0)
  expect(await places()).toEqual(before)
})

test('after a lost answer the change is searched for, also after a reload, and not made twice', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Oak Ltd')
  let sent = 0
  const ends = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('CustomerCreate')) return route.continue()
    sent += 1
    await route.fetch()
    if (sent === 1) await ends.promise
    await route.abort().catch(() => undefined)
  })
  const tray = page.getByRole('region', { name: 'What you sent' })
  await save(page).click()
  await allowMore(page)
  await expect(tray.getByText('Customer Oak Ltd: on its way')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  // On a form, the confirmation is below the fields and covers none.
  await page.setViewportSize({ width: 390, height: 500 })
  const [field, line] = await Promise.all([page.locator('.record-form').boundingBox(), tray.boundingBox()])
  expect(line?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
  await expect(tray.getByText('Customer Oak Ltd: saved in Harbour')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Customer Oak Ltd: saved in Harbour' })).toBeVisible()
  // The form reports it: the toast is removed.
  await expect(tray).toHaveCount(0)
  ends.resolve()

  await page.goto('/customers/new')
  await page.getByLabel('Name', { exact: true }).fill('Elm Ltd')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Customer Elm Ltd: saved in Harbour' })).toBeVisible()
  expect(sent).toBe(2)
})

test('a form that is filled and saved before hydration is saved after it, and its input is in no address', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/customers/new', { waitUntil: 'commit' })
  await page.getByLabel('Name', { exact: true }).fill('Oak Ltd')
  await page.keyboard.press('Enter')
  pressed.resolve()
  await expect(page.getByRole('heading', { name: 'One more permission' })).toBeFocused()
  await allowMore(page)
  await expect(page.getByRole('heading', { name: 'Customer Oak Ltd: saved in Harbour' })).toBeVisible()
  expect(addresses.filter((address) => address.includes('Oak'))).toEqual([])
})

test('a sign-in that expired meanwhile keeps the input: signing in leads back to it', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Oak Ltd')
  await save(page).click()
  await allowMore(page)
  await expect(page.getByRole('heading', { name: 'Customer Oak Ltd: saved in Harbour' })).toBeVisible()
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('Elm Ltd')
  await page.context().clearCookies({ name: /counterfoil-session/ })
  await save(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Elm Ltd')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Customer Elm Ltd: saved in Harbour' })).toBeVisible()
})

test('another person in the same tab finds none of the input', async ({ page, makePerson }) => {
  const [robin, ben] = [
    await makePerson({ [NORTHWIND]: 'active' }),
    await makePerson({ 'Fern & Co': 'active' }),
  ]
  await connectUnseen(page, robin, NORTHWIND)
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('A secret name')
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))))
    .toBe(true)
  const kept = await page.evaluate(() => ({ ...sessionStorage }))
  await page.context().clearCookies()
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, ben)
  await allow(page, 'Fern & Co')
  await takenOver(page)
  // As if the tab had stored all drafts, under this person's own id, too.
  await page.evaluate((stored) => {
    const { session } = JSON.parse(document.querySelector('#boot')?.textContent ?? '{}')
    const own = [session.person.userId, session.selectedConnectionId].map(encodeURIComponent).join(':')
    for (const [key, value] of Object.entries(stored)) {
      sessionStorage.setItem(key, value)
      sessionStorage.setItem(`draft:${own}:customer-create:new`, value)
    }
  }, kept)
  await page.goto('/customers/new')
  await takenOver(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByText('A secret name')).toHaveCount(0)
})

test('signing out removes all form input from the tab', async ({ page, makePerson }) => {
  await connectUnseen(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
  await page.goto('/customers/new')
  await takenOver(page)
  await page.getByLabel('Name', { exact: true }).fill('A secret name')
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')).length)
  await expect.poll(kept).toBe(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /signed out/i })).toBeVisible()
  expect(await kept()).toBe(0)
})
