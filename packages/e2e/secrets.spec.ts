import type { Page } from '@playwright/test'
import { allow, expect, signIn, test, takenOver, connectUnseen } from './fixtures.ts'

const ROUTES = [
  '/',
  '/profile',
  '/businesses',
  '/settings/connection',
  '/settings/connection/disconnect',
  '/settings/sessions',
  '/nowhere',
]

/** Returns everything a page and its scripts can read. */
async function reachable(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const caches_ =
      'caches' in window ? await Promise.all((await caches.keys()).map(async (key) => `${key}`)) : []
    const databases = (await indexedDB.databases?.()) ?? []
    return JSON.stringify({
      html: document.documentElement.outerHTML,
      cookie: document.cookie,
      local: { ...localStorage },
      session: { ...sessionStorage },
      history: history.state as unknown,
      address: location.href,
      windowName: window.name,
      caches: caches_,
      databases,
    })
  })
}

test('no token, code or secret reaches a page, its storage, its console, an answer, or a log', async ({
  page,
  stack,
  makePerson,
}) => {
  test.slow()
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('response', (response) => {
    // The provider's redirect contains the code by design, in a header that scripts cannot read; everything else is checked.
    const { location: _location, 'set-cookie': _cookies, ...headers } = response.headers()
    seen.push(JSON.stringify(headers))
    if (response.url().startsWith(stack.appUrl))
      void response.text().then(
        (body) => seen.push(body),
        () => undefined,
      )
  })
  const codes = new Set<string>()
  const states = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    for (const [name, found] of [
      ['code', codes],
      ['state', states],
    ] as const) {
      const value = url.searchParams.get(name)
      if (value) found.add(value)
    }
  })

  await connectUnseen(page, person, 'Northwind Trading')
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await allow(page, 'Fern & Co')
  await expect(page.getByRole('heading', { level: 1, name: 'Connected to Fern & Co' })).toBeVisible()
  for (const route of ROUTES) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await takenOver(page)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    seen.push(await reachable(page))
  }
  await stack.advance(7_300_000)
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText('Robin Vale')).toBeVisible()
  seen.push(await reachable(page))

  const logs = await stack.logs()
  const dump = await stack.redisDump()
  const configured = await stack.configuredSecrets()
  const cookies = (await page.context().cookies())
    // Language, colours and time zone are in a cookie and on every page: they grant no access.
    .filter(({ httpOnly, name }) => httpOnly && !/-(preferences|zone)$/.test(name))
    .map((cookie) => cookie.value)
  expect(codes.size).toBeGreaterThan(0)
  expect(states.size).toBeGreaterThan(0)
  expect(cookies.length).toBeGreaterThan(0)

  const pages = seen.join('\n')
  for (const secret of [...codes, ...states, ...configured, ...cookies]) {
    expect(pages.includes(secret), 'a page must not know a secret').toBe(false)
    expect(logs.includes(secret), 'a log must not know a secret').toBe(false)
  }
  for (const secret of [...codes, ...configured]) {
    expect(dump.includes(secret), 'Redis must not know a secret').toBe(false)
  }
  // Tokens are recognised by the name of their JSON field or by the Bearer scheme.
  const shape =
    /"(?:access_token|refresh_token|accessToken|refreshToken|code_verifier|client_secret)"\s*:\s*"(?!\[removed\])[^"]+"/
  expect(pages).not.toMatch(shape)
  expect(logs).not.toMatch(shape)
  expect(dump).not.toMatch(shape)
  expect(pages + logs).not.toMatch(/Bearer [A-Za-z0-9_-]{20,}/)
})

test('the provider never writes a password into a page or a log', async ({ page, stack, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const wrong = 'wrong-password-kX7w2'
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, { email: person.email, password: wrong })
  await expect(
    page.getByText('The email address or password doesn’t match our records.').first(),
  ).toBeVisible()
  expect(await page.content()).not.toContain(wrong)
  expect(await stack.logs()).not.toContain(wrong)
})
