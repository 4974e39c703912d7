import type { Page } from '@playwright/test'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { statusBadge, expect, signIn, takenOver, test, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** The outcomes of an attempt, each reached through the real BFF: heading, text, next step, accessibility. */

const NORTHWIND = 'Northwind Trading'

/** Starts an attempt and returns the address to which the provider would redirect. */
async function beginAttempt(page: Page, stack: Stack): Promise<(answer: string) => string> {
  const asked = page.waitForRequest((request) => request.url().includes('/oauth2/authorize'))
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Connect a business|Start again)$/ })
    .click()
  const state = new URL((await asked).url()).searchParams.get('state') ?? ''
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sender = `iss=${encodeURIComponent(stack.providerUrl)}`
  return (answer) => `${stack.appUrl}/connect/callback?${answer}&${sender}&state=${encodeURIComponent(state)}`
}

test('a callback opened after sixteen minutes reports that it took too long, not a refusal', async ({
  page,
  stack,
}, info) => {
  const back = await beginAttempt(page, stack)
  await stack.advance(16 * 60_000)
  await page.goto(back('code=any'))
  await expect(page.getByRole('heading', { level: 1, name: 'That took a little too long' })).toBeFocused()
  await expect(page.getByText(/has to finish within 15 minutes\. Nothing was shared\./)).toBeVisible()
  await expect(page.getByText(/We stopped that|You didn’t connect/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible()
  await expectAccessible(page, info, 'result-expired')
})

for (const [error, heading, body, name] of [
  ['server_error', 'Harbour couldn’t finish that', 'Nothing has changed here', 'provider-failed'],
  ['temporarily_unavailable', 'Harbour couldn’t finish that', 'Nothing has changed here', 'provider-away'],
  ['invalid_scope', 'We’ve set something up wrong', 'nothing has changed here', 'misconfigured'],
  ['access_denied', 'You didn’t connect', 'Nothing was shared with Counterfoil', 'declined'],
] as const) {
  test(`the provider's error "${error}" has its own message, and never blames the person`, async ({
    page,
    stack,
  }, info) => {
    const back = await beginAttempt(page, stack)
    await page.goto(back(`error=${error}`))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await expect(page.getByRole('main').getByText(body)).toBeVisible()
    await expect(statusBadge(page)).toContainText('Not connected')
    if (error !== 'access_denied')
      await expect(page.getByText(/Reference [0-9A-Z]{4}-[0-9A-Z]{2}/)).toBeVisible()
    await expectAccessible(page, info, `result-${name}`)
  })
}

test('a provider that fails between the authorization response and the code exchange is not reported as the person’s fault', async ({
  page,
  stack,
}) => {
  const back = await beginAttempt(page, stack)
  await stack.setProvider('shut')
  try {
    await page.goto(back('code=any'))
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour couldn’t finish that' })).toBeVisible()
  } finally {
    await stack.setProvider('open')
  }
})

test('a callback with another state is refused, with advice', async ({ page, stack }, info) => {
  const back = await beginAttempt(page, stack)
  await page.goto(`${back('code=any')}x`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'We stopped that to keep you safe' }),
  ).toBeVisible()
  await expectAccessible(page, info, 'result-mismatch')
})

test('a plan that ends between page and click keeps the person on the page, with the reason and the next step', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active', 'Fern & Co': 'active' })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await page.getByRole('radio', { name: NORTHWIND }).check()
  await stack.harbour('plan', 'set', '--business', person.businesses[NORTHWIND] ?? '', '--state', 'lapsed')
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(
    page.getByText(`${NORTHWIND}’s plan ended a moment ago. Choose another business.`).first(),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByRole('radio', { name: 'Fern & Co' }).check()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connected to Fern & Co' })).toBeVisible()
})

test('a plan that ends between consent and code exchange is reported as such, and nothing is lost', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await page.getByRole('radio', { name: NORTHWIND }).check()
  // The consent is given, and the redirect is held until the plan has ended.
  let wayBack = ''
  await page.route(
    (url) => url.href.startsWith(`${stack.providerUrl}/authorize/`),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const answer = await route.fetch({ maxRedirects: 0 })
      wayBack = answer.headers()['location'] ?? ''
      return route.fulfill({ status: 204 })
    },
  )
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect.poll(() => wayBack).toContain('code=')
  await stack.harbour('plan', 'set', '--business', person.businesses[NORTHWIND] ?? '', '--state', 'lapsed')
  await page.goto(wayBack)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Reconnect/ })).toHaveCount(0)
  await page.goto('/')
  await expect(statusBadge(page)).toContainText(/Plan ended|Not connected/)
  await expectAccessible(page, info, 'plan-ended-while-connecting')
})

test('a missing file of an older build is reported as a missing part, with a possible reason and the next step', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await page.route('**/assets/profile-screen-*.js', (route) => route.fulfill({ status: 404 }))
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await takenOver(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A part of this page is missing' })).toBeVisible()
  await expectAccessible(page, info, 'update')
  await page.unroute('**/assets/profile-screen-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('the reference on a page is in both logs', async ({ page, stack, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/settings/connection')
  await page.getByRole('button', { name: 'Run the check-up' }).click()
  const text = await page.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/).textContent()
  const reference = text?.replace('Reference ', '') ?? ''
  const servicesOf = async () => {
    const lines = (await stack.logs()).split('\n').filter((line) => line.includes(`"${reference}"`))
    return lines.map((line) => (JSON.parse(line) as { name?: string }).name)
  }
  // Log lines are written in batches, a moment later.
  await expect.poll(servicesOf).toEqual(expect.arrayContaining(['bff', 'provider']))
})
