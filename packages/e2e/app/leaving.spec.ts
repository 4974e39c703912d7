import type { Page } from '@playwright/test'
import { allow, connect, expect, signIn, test, takenOver, connectUnseen } from '../fixtures.ts'

const NORTHWIND = 'Northwind Trading'
const BAKERY = 'Harbour Lane Bakery'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const signOutButton = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true })

test('continuing as another account shows its business here, and changes nothing of the first account', async ({
  page,
  stack,
  makePerson,
}) => {
  const first = await makePerson({ [NORTHWIND]: 'active' })
  const second = await makePerson({ [BAKERY]: 'active' })
  const allowed = async (email: string) =>
    (
      (await stack.harbour('access', 'list', '--user', email)) as { access: { business: string }[] }
    ).access.map(({ business }) => business)
  await connect(page, first, NORTHWIND)
  await page.context().clearCookies({ domain: new URL(stack.providerUrl).hostname })
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await signIn(page, second)
  await allow(page, BAKERY)
  await page.getByRole('button', { name: `Go on as ${second.email}` }).click()
  await expect(heading(page, `Connected to ${BAKERY}`)).toBeVisible()
  await page.goto('/businesses')
  await expect(page.getByRole('heading', { level: 2, name: BAKERY })).toBeVisible()
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText(second.email).first()).toBeVisible()
  await expect(page.getByText(first.email)).toHaveCount(0)
  expect(await allowed(first.email)).toEqual([NORTHWIND])
  expect(await allowed(second.email)).toEqual([BAKERY])
})

test('signing out is not reported as done while the store is down, and works once it is back', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/profile')
  await takenOver(page)
  await stack.setRedis('paused')
  try {
    await signOutButton(page).click()
    await expect(page.getByText(/Reference [0-9A-Z]{4}-[0-9A-Z]{2}/)).toBeVisible()
    await expect(page.getByText(/signed out/i)).toHaveCount(0)
  } finally {
    await stack.setRedis('open')
  }
  await expect.poll(async () => (await page.request.get('/health/ready')).status()).toBe(200)
  // Still signed in: nothing was changed.
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
  await signOutButton(page).click()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(person.email)).toHaveCount(0)
  expect(
    (await page.request.get('/api/session', { headers: { 'x-counterfoil-request': '1' } })).status(),
  ).toBe(200)
})

test('while signing out is slow the button shows it, and a second press sends no second request', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/profile')
  await takenOver(page)
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/connect/sign-out', async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  // Pressed by a script in the page: Playwright would wait for the running navigation.
  const button = await signOutButton(page).elementHandle()
  const shown = await page.evaluate(async (pressed) => {
    const element = pressed as HTMLButtonElement
    element.click()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const words = { text: element.textContent, isDisabled: element.getAttribute('aria-disabled') }
    element.click()
    return words
  }, button)
  expect(shown).toEqual({ text: 'One moment…', isDisabled: 'true' })
  release()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  expect(asked).toBe(1)
})
