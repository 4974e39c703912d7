import type { Page } from '@playwright/test'
import {
  allow,
  statusBadge,
  connect,
  DEMO_PASSWORD,
  expect,
  signIn,
  test,
  connectUnseen,
} from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const NORTHWIND = 'Northwind Trading'
const BAKERY = 'Harbour Lane Bakery'
const APP_COOKIES = /counterfoil-/

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function addBusiness(page: Page, business: string): Promise<void> {
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await allow(page, business)
  await expect(heading(page, `Connected to ${business}`)).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
}

/** Enters the password: after a sign-out Harbour asks for it, even if somebody is still signed in there. */
async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('signing out lists what stays connected, the start page remembers it, and signing in again asks only for the password', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [BAKERY]: 'active' })
  await connect(page, person, NORTHWIND)
  await addBusiness(page, BAKERY)
  await page.goto('/profile')
  await expect(
    page.getByText(
      `${BAKERY} and ${NORTHWIND} stay connected. Nothing is read meanwhile, unless you are signed in elsewhere.`,
    ),
  ).toBeVisible()
  await expectAccessible(page, info, 'profile-sign-out')
  await signOut(page)
  await expect(page.getByText(/^2 businesses stay connected\./)).toBeVisible()
  await expectAccessible(page, info, 'left-signed-out')
  await page.reload()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByText(`Sign in to see ${BAKERY}.`)).toBeVisible()
  await expect(statusBadge(page)).toContainText('Signed out')
  await expectAccessible(page, info, 'start-returning')
  // The page contains nothing of the connection but the remembered name.
  expect(await page.content()).not.toContain(person.email)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await enterPassword(page)
  await expect(heading(page, BAKERY)).toBeVisible()
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await expect(statusBadge(page)).toContainText('Connected · read just now')
})

test('the next person at the computer is not signed in as the previous one, with or without a session at Harbour', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const ann = await makePerson({ [NORTHWIND]: 'active' })
  const bob = await makePerson({ [BAKERY]: 'active' })
  await connect(page, ann, NORTHWIND)
  await signOut(page)
  await expect(page.getByText(/You may still be signed in to Harbour in this browser/)).toBeVisible()
  // The name is stored in a cookie, and the page says so.
  await expect(
    page.getByText(
      /Even if you don’t, Harbour asks for a password before the next sign-in here, as long as nobody deletes the cookies of Counterfoil\./,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(page.url()).toContain(stack.providerUrl)
  await page.goBack()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign out of Harbour too' }).click()
  await expect(heading(page, 'Sign out of Harbour?')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You signed out of Harbour in this browser too.')).toBeVisible()
  await expect(page.getByText(/asks for a password/)).toHaveCount(0)
  await expectAccessible(page, info, 'left-signed-out-of-both')
  // Deleting cookies of the app cannot sign Bob in as Ann.
  await page.context().clearCookies({ name: APP_COOKIES })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await expect(page.getByText(ann.email)).toHaveCount(0)
  await signIn(page, bob)
  await expect(page.getByText(ann.email)).toHaveCount(0)
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
})

test('after deleting only the cookies of the app, "Sign in" asks for the password and Harbour names the session’s owner', async ({
  page,
  stack,
  makePerson,
}) => {
  const ann = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, ann, NORTHWIND)
  await signOut(page)
  await expect(page.getByText(/You may still be signed in to Harbour in this browser/)).toBeVisible()
  await expect(page.getByText(/as long as nobody deletes the cookies of Counterfoil\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign out of Harbour too' })).toBeVisible()
  await page.context().clearCookies({ name: APP_COOKIES })
  await page.goto('/')
  // A browser without cookies gets no information about anybody, and no promise.
  await expect(page.getByText(/nobody sees anything/)).toHaveCount(0)
  await expect(page.getByText(/asks for a password/)).toHaveCount(0)
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(page.url()).toContain(stack.providerUrl)
  await page.context().clearCookies({ name: APP_COOKIES })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  // Harbour names the account and asks for consent, although she gave it before.
  await expect(page.getByText(ann.email).first()).toBeVisible()
  await expect(page.getByText(/Not you\?/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Allow access/ })).toBeVisible()
})

test('after signing in, the address that was requested while signed out is opened', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  await signOut(page)
  await page.goto('/settings/connection')
  await expect(page.getByText(/Nobody is signed in here\. What is connected stays connected/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await enterPassword(page)
  await expect(heading(page, `Connection to ${NORTHWIND}`)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/connection$/)
  await expect(page.getByText('Ends if unused')).toBeVisible()
})

test('forgetting the device removes only the name; "Sign in" finds everything again', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  await signOut(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Forget this device' }).click()
  await expect(heading(page, 'This device is forgotten')).toBeVisible()
  await expectAccessible(page, info, 'left-device')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(heading(page, 'See your business at a glance')).toBeVisible()
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await enterPassword(page)
  // The app does not know which business it was, so the provider asks.
  await allow(page, NORTHWIND)
  await expect(heading(page, NORTHWIND)).toBeVisible()
})

test('signing out can disconnect everything at once, after a confirmation', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [BAKERY]: 'active' })
  await connect(page, person, NORTHWIND)
  await addBusiness(page, BAKERY)
  await page.goto('/profile')
  await page.getByText('Disconnect all', { exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect all and sign out' }).click()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  await expect(page.getByText(/^2 businesses are disconnected\. .*Nothing stays connected\.$/)).toBeVisible()
  await expectAccessible(page, info, 'left-disconnected-all')
  await page.goto('/')
  await expect(heading(page, 'See your business at a glance')).toBeVisible()
})

test('forgetting a person deletes everything, in Counterfoil and at the provider', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/profile')
  await page.getByText('Forget me', { exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect, delete and sign out' }).click()
  await expect(heading(page, 'Counterfoil has forgotten you')).toBeVisible()
  await expectAccessible(page, info, 'left-forgotten')
  await page.goto(`${stack.providerUrl}/connected-apps`)
  await expect(page.getByText(NORTHWIND)).toHaveCount(0)
})

test('disconnecting and signing out work without scripts', async ({ browser, stack, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [BAKERY]: 'active' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.appUrl })
  const page = await context.newPage()
  await connect(page, person, NORTHWIND)
  // Parts that need a script leave no empty lines and no inactive buttons.
  await expect(page.locator('.skeleton')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save a copy' })).toBeHidden()
  await page.goto('/settings/connection/disconnect')
  await page.getByRole('button', { name: `Disconnect ${NORTHWIND}` }).click()
  await expect(heading(page, `Disconnected from ${NORTHWIND}`)).toBeVisible()
  await expect(page.getByText(/Harbour (has confirmed it|hasn’t confirmed yet)/)).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(heading(page, 'You’re signed out')).toBeVisible()
  await context.close()
})

test('"Switch" replaces one business by another, and "Connect another" adds one', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active', [BAKERY]: 'active' })
  await connect(page, person, NORTHWIND)
  await page.getByRole('button', { name: 'Not this one? Switch' }).click()
  await allow(page, BAKERY)
  await expect(heading(page, `Switched to ${BAKERY}`)).toBeVisible()
  await expect(page.getByText(`Counterfoil no longer reads ${NORTHWIND}`)).toBeVisible()
  await expectAccessible(page, info, 'result-switched')
  await addBusiness(page, NORTHWIND)
  await page.goto('/businesses')
  await expect(page.getByText('2 businesses in Counterfoil.')).toBeVisible()
})

test('the buttons of a result keep their position while the card above them loads', async ({
  page,
  makePerson,
}) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.setViewportSize(viewport)
    await page.route('**/graphql', async (route) => {
      await released
      await route.continue()
    })
    await page.context().clearCookies()
    await connect(page, await makePerson({ [NORTHWIND]: 'active' }), NORTHWIND)
    const top = async () =>
      (await page.getByRole('button', { name: 'Not this one? Switch' }).boundingBox())?.y
    await expect(page.getByText('Still loading')).toBeVisible()
    const before = await top()
    release()
    await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
    expect(await top()).toBe(before)
    await page.unrouteAll()
  }
})

test('a second account needs a decision, and the businesses of the first stay', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const first = await makePerson({ [NORTHWIND]: 'active' })
  const second = await makePerson({ [BAKERY]: 'active' })
  await connect(page, first, NORTHWIND)
  await page.context().clearCookies({ domain: new URL(stack.providerUrl).hostname })
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await signIn(page, second)
  await allow(page, BAKERY)
  await expect(heading(page, 'You have another Harbour account here')).toBeVisible()
  await expect(
    page.getByText(`the one business of ${first.email} stays connected`, { exact: false }),
  ).toBeVisible()
  await expectAccessible(page, info, 'result-other-account')
  await page.getByRole('button', { name: `Stay with ${first.email}` }).click()
  await expect(heading(page, 'The other account wasn’t used')).toBeVisible()
  await page.goto('/businesses')
  await expect(page.getByRole('heading', { level: 2, name: NORTHWIND })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: BAKERY })).toHaveCount(0)
})

test('"Continue" resumes the same request with its return path', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await page.goto('/businesses')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await expect(heading(page, 'Sign in to Harbour')).toBeVisible()
  const attempts = async () =>
    (await page.context().cookies()).map(({ name }) => name).filter((name) => /attempt/.test(name))
  const begun = await attempts()
  expect(begun).toHaveLength(1)
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Sign in to Harbour')).toBeVisible()
  expect(await attempts()).toEqual(begun)
  await signIn(page, person)
  await allow(page, NORTHWIND)
  await expect(heading(page, `Connected to ${NORTHWIND}`)).toBeVisible()
  await expect(page).toHaveURL(/\/businesses$/)
})

test('app and provider show the same counts and the same reference, which is in both logs', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  const receipt = (await page.locator('.receipt').textContent()) ?? ''
  const count = Number(/, (\d+) things: /.exec(receipt)?.[1])
  const names = /things: (.*)\. Reference/.exec(receipt)?.[1]?.split(', ') ?? []
  expect(names).toHaveLength(count)
  const reference = /Reference ([0-9A-Z]{4}-[0-9A-Z]{2})\./.exec(receipt)?.[1] ?? 'none'
  await page.goto('/')
  await expect(page.getByText(`sees ${count} things`, { exact: false })).toBeVisible()
  await page.goto('/settings/connection/disconnect')
  await expect(page.getByText(`${count} permissions end.`, { exact: false })).toBeVisible()
  await page.goto(`${stack.providerUrl}/connected-apps`)
  await expect(page.getByText(`Can see ${count} things`)).toBeVisible()
  await page.getByRole('link', { name: /^Details/ }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: reference })).toHaveText(reference)
  const writers = (await stack.logs())
    .split('\n')
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => (JSON.parse(line) as { name: string }).name)
  expect(new Set(writers)).toEqual(new Set(['bff', 'provider']))
})
