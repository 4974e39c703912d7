import type { Page } from '@playwright/test'
import {
  statusBadge,
  connectScripted,
  expect,
  goodAnswer,
  listenToStatus,
  NORTHWIND,
  NORTHWIND_DETAILS,
  openDetails,
  test,
  takenOver,
} from '../scripted.ts'
import { expectAccessible } from './accessibility.ts'

/** Answers that the interface permits but Harbour never gives are shown correctly. */

const card = (page: Page) => page.getByRole('region', { name: 'This business' })
const row = (page: Page, name: string) =>
  card(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

/** Holds the page's queries from now on, so that its own retry does not precede the test's press. */
async function holdFigures(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('a partial answer is shown: missing parts are marked, announced once and can be loaded', async ({
  page,
  provider,
}, info) => {
  await connectScripted(page)
  const fault = (path: readonly string[]) => ({
    message: 'Something went wrong.',
    path: ['business', ...path],
    extensions: { code: 'INTERNAL_SERVER_ERROR', id: '5f0c0f5e-6c1f-4d8e-9d7e-0a1b2c3d4e5f' },
  })
  provider.onGraphql((request) => ({
    ...goodAnswer(request, { ...NORTHWIND_DETAILS, address: null, timezone: null }),
    errors: [fault(['address']), fault(['timezone'])],
  }))
  const said = await listenToStatus(page)
  await page.goto('/settings/connection')
  await expect(row(page, 'Currency')).toHaveText('Canadian Dollar (CAD)')
  await expect(row(page, 'Address')).toHaveText('Didn’t load')
  await expect(row(page, 'Time zone')).toHaveText('Didn’t load')
  const notice = page.getByRole('region', { name: 'Some of it didn’t load' })
  await expect(notice).toHaveCount(1)
  await expect(notice.getByText(/Harbour answered only in part\./)).toBeVisible()
  await expect(notice.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/)).toBeVisible()
  await expect(statusBadge(page)).toContainText('Some of it didn’t load')
  await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  await expect.poll(said).toEqual(['Some of it didn’t load'])
  await expectAccessible(page, info, 'partial')
  // The provider recovers only after the press, so that a running retry of the page does not remove the button.
  const letThrough = await holdFigures(page)
  await notice.getByRole('button', { name: 'Load the rest' }).click()
  provider.onGraphql((request) => goodAnswer(request))
  letThrough()
  await expect(row(page, 'Address')).toContainText('12 Wharf Street')
  await expect(notice).toHaveCount(0)
  await expect(statusBadge(page)).toContainText('Connected')
})

test('the missing part of an answer is also requested automatically', async ({ page, provider }) => {
  await openDetails(page)
  provider.onGraphql((request) => ({
    ...goodAnswer(request, { ...NORTHWIND_DETAILS, type: null }),
    errors: [{ message: 'no', path: ['business', 'type'] }],
  }))
  await page.clock.install()
  await page.goto('/settings/connection')
  await expect(row(page, 'Industry')).toHaveText('Didn’t load')
  provider.onGraphql((request) => goodAnswer(request))
  await page.clock.runFor(5_000)
  await expect(row(page, 'Industry')).toHaveText('Retailers')
  await expect(page.getByRole('region', { name: 'Some of it didn’t load' })).toHaveCount(0)
})

test('a rate-limited provider is asked again once, at the shown time', async ({ page, provider }, info) => {
  await openDetails(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.url())
  })
  await page.clock.install()
  const slowDown = { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '120' } } as const
  provider.always('graphql', slowDown)
  const said = await listenToStatus(page)
  await page.goto('/settings/connection')
  const pause = page.getByRole('region', { name: 'A short pause' })
  await expect(pause).toContainText(/Trying again at \d\d:\d\d\./)
  await expect(pause.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  const words = (await pause.locator('p').textContent()) ?? ''
  await expect.poll(said).toEqual([words])
  expect(asked).toHaveLength(1)
  const inTwoMinutes = await page.evaluate(() => {
    const at = new Date(Date.now() + 120_000)
    return [at, new Date(at.getTime() - 60_000)].map((time) => time.toISOString().slice(11, 16))
  })
  expect(inTwoMinutes.some((time) => words.endsWith(`Trying again at ${time}.`))).toBe(true)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
  await page.clock.runFor(61_000)
  await expect.poll(() => asked.length).toBe(2)
  // Refused again: no promise of a retry, but a button.
  await expect(pause).toContainText(/You can try again at \d\d:\d\d\./)
  await expect(pause.getByRole('button', { name: 'Try now' })).toBeVisible()
  await expectAccessible(page, info, 'rate-limited-twice')
  await page.clock.runFor(1_800_000)
  await pause.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => asked.length).toBe(3)
  await expect(pause).toBeVisible()
})

test('figures that could not be read load by themselves once the provider has recovered', async ({
  page,
  provider,
}) => {
  await openDetails(page)
  provider.always('graphql', { kind: 'answer', status: 503, body: '<h1>Away</h1>' })
  await page.goto('/settings/connection')
  await expect(statusBadge(page)).toContainText('Harbour isn’t answering')
  const letThrough = await holdFigures(page)
  provider.always('graphql')
  // This press checks the connection at the provider, and the figures are read afterwards.
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(statusBadge(page)).toContainText('Connected')
  letThrough()
  await expect(row(page, 'Address')).toContainText('12 Wharf Street')
  await expect(page.getByRole('heading', { level: 2, name: 'Harbour isn’t answering' })).toHaveCount(0)
})

test('a business the person lost access to is reported as such, with whom to ask and two further links', async ({
  page,
  provider,
}, info) => {
  await openDetails(page)
  provider.onGraphql((request) =>
    request.query.includes('business(')
      ? {
          data: { business: null },
          errors: [{ message: 'Not found.', path: ['business'], extensions: { code: 'NOT_FOUND' } }],
        }
      : goodAnswer(request),
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Businesses' }).click()
  await statusBadge(page).click()
  await expect(statusBadge(page)).toContainText('Reconnect needed')
  await expect(
    page.getByText(
      new RegExp(
        `^Harbour no longer finds ${NORTHWIND} for you: you may have left it, or it was archived\\.`,
      ),
    ),
  ).toBeVisible()
  // Earlier figures stay with their date, and no reconnection is offered to a lost business.
  await expect(row(page, 'Address')).toContainText('12 Wharf Street')
  await expect(card(page).getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reconnect/ })).toHaveCount(0)
  await expectAccessible(page, info, 'business-access-lost')
  await page.getByRole('link', { name: `Remove ${NORTHWIND} from Counterfoil` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Disconnect ${NORTHWIND}?` })).toBeVisible()
  await page.goBack()
  provider.person({ businessId: btoa(`Business:${crypto.randomUUID()}`), businessName: 'Fern & Co' })
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, name: 'Fern & Co' }))
  await page.getByRole('button', { name: 'Switch to another business' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Switched to Fern & Co' })).toBeVisible()
})

test('figures older than fifteen minutes show their time and are read again by a press', async ({
  page,
  provider,
}, info) => {
  await page.clock.install()
  await openDetails(page)
  // Only an active page counts the minutes.
  await takenOver(page)
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, timezone: 'Europe/Paris' }))
  await page.clock.runFor(14 * 60_000)
  await expect(card(page).getByText(/^As of /)).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Update now' })).toHaveCount(0)
  await page.clock.runFor(2 * 60_000)
  await expect(card(page).getByRole('button', { name: 'Update now' })).toBeVisible()
  await expect(row(page, 'Time zone')).toContainText('Toronto')
  await expectAccessible(page, info, 'stale')
  await card(page).getByRole('button', { name: 'Update now' }).click()
  await expect(row(page, 'Time zone')).toContainText('Paris')
  await expect(card(page).getByText('Read from Harbour just now.')).toBeVisible()
})

test('a screen that throws is reported as a fault of the app in its place, with two further links', async ({
  page,
}, info) => {
  await page.route('**/assets/profile-screen-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("broken")' }),
  )
  await openDetails(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sorry, there is a problem' })).toBeFocused()
  await expect(page).toHaveTitle('Sorry, there is a problem – Counterfoil')
  await expect(page.getByText('Your books in Harbour are not affected.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page, info, 'fault-of-a-screen')
  await page.getByRole('main').getByRole('link', { name: 'Go to Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: NORTHWIND })).toBeVisible()
})

test('an answer that cannot be rendered replaces one card, not the page', async ({
  page,
  provider,
}, info) => {
  await connectScripted(page)
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, currency: null }))
  await page.goto('/settings/connection')
  await expect(page.getByRole('heading', { level: 2, name: 'Sorry, there is a problem' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Connection to ${NORTHWIND}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What Counterfoil can see' })).toBeVisible()
  await expectAccessible(page, info, 'fault-of-one-card')
  provider.onGraphql((request) => goodAnswer(request))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Currency')).toHaveText('Canadian Dollar (CAD)')
})
