import type { Page, Request } from '@playwright/test'
import { statusBadge, expect, test, takenOver, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const NORTHWIND = 'Northwind Trading'

test.use({ stackOptions: { provider: { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '12' } } })

test('a slow answer shows a skeleton first, and announces that it is still loading', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  // By in-app navigation: a full load would contain the answer.
  await page.goto('/businesses')
  await takenOver(page)
  await page.route('**/graphql', async (route) => {
    await held
    await route.continue()
  })
  await statusBadge(page).click()
  const card = page.getByRole('region', { name: 'This business' })
  await expect(card).toHaveAttribute('aria-busy', 'true')
  // Trade, address, currency, time zone and plan have rows.
  await expect(card.locator('.waiting')).toHaveCount(5)
  await expect(page.locator('#status')).toHaveText(`Loading ${NORTHWIND}`)
  await expect(card.getByText(`Still loading ${NORTHWIND}…`)).toBeVisible()
  await expectAccessible(page, info, 'slow')
  release()
  await expect(card.getByText('Read from Harbour just now.')).toBeVisible()
  await expect(card).toHaveAttribute('aria-busy', 'false')
})

test('offline: a line shows the time of the figures, buttons explain themselves, and it recovers', async ({
  context,
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await expect(page.getByText('Connected since', { exact: false })).toBeVisible()
  await takenOver(page)
  // The other screens are preloaded when the first one is idle.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(
    page.getByText(/^You’re offline\. What you see here is from \d\d:\d\d\.$/).first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText('Connected since', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await expect(page.getByText('You’re offline. Connecting needs the internet.').first()).toBeVisible()
  await expectAccessible(page, info, 'offline')
  await statusBadge(page).click()
  await page.getByRole('link', { name: `Disconnect ${NORTHWIND}` }).click()
  await page.getByRole('button', { name: `Disconnect ${NORTHWIND}` }).click()
  await expect(page.locator('#alert')).toHaveText(/Disconnecting needs the internet\. Nothing has changed\./)
  await context.setOffline(false)
  await expect(page.locator('#status')).toHaveText('You’re back online.')
  await expect(page.getByRole('banner').getByText(/^You’re offline/)).toHaveCount(0)
})

test('a rate-limited provider is waited for, with a clock time, and not reported as lost', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  // More requests in a minute than Harbour allows; repeated if a slow machine needed longer.
  await expect(async () => {
    await page.goto('/businesses')
    await takenOver(page)
    const asked = page.waitForRequest((request) => request.url().endsWith('/graphql'))
    await statusBadge(page).click()
    await askAgain(page, await asked, 14)
    await page.goto('/settings/connection')
    await expect(page.getByRole('region', { name: 'A short pause' })).toContainText(
      /We’ve sent Harbour too many requests in a short time\. Trying again at \d\d:\d\d/,
      { timeout: 10_000 },
    )
  }).toPass()
  await expect(page.getByText('Reconnect needed')).toHaveCount(0)
  await expectAccessible(page, info, 'rate-limited')
})

/** Sends the same query `times` more, one after the other, as the page itself does. */
async function askAgain(page: Page, asked: Request, times: number): Promise<void> {
  const all = await asked.allHeaders()
  const names = ['accept', 'content-type', 'x-counterfoil-request', 'x-counterfoil-connection']
  const query = {
    headers: Object.fromEntries(names.map((name) => [name, all[name] ?? ''])),
    body: asked.postData(),
    times,
  }
  await page.evaluate(async ({ headers, body, times: left }) => {
    for (let count = 0; count < left; count += 1)
      await (await fetch('/graphql', { method: 'POST', headers, body })).text()
  }, query)
}

test('an unavailable store is reported as a fault of the app, with a reference, and nothing as lost', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/settings/connection')
  await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
  await takenOver(page)
  await stack.setRedis('paused')
  try {
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Sorry, there is a problem' })).toBeVisible()
    await expect(page.getByText(/Reference [0-9A-Z]{4}-[0-9A-Z]{2}/)).toBeVisible()
    await expect(statusBadge(page)).toContainText('Connected')
    await expectAccessible(page, info, 'fault')
  } finally {
    await stack.setRedis('open')
  }
  await expect.poll(async () => (await page.request.get('/health/ready')).status()).toBe(200)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText('Robin Vale')).toBeVisible()
})
