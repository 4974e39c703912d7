import { startPostgres, type TestDatabase, type TestPostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { expectAccessible } from './accessibility.ts'
import { expect, openConsent, test as base } from './harbour-fixtures.ts'

const HOUR_MS = 3_600_000

/** A provider that is closed for the first hour, with a low rate limit and a database that the test can stop. */
const test = base.extend<object, { postgres: TestPostgres; database: TestDatabase }>({
  postgres: [
    // Playwright reads the names of what a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const postgres = await startPostgres()
      await use(postgres)
      await postgres.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: [async ({ postgres }, use) => use(await postgres.createDatabase()), { scope: 'worker' }],
  stackOptions: [
    async ({ database }, use) =>
      use({
        // The test server does not flush writes; here committed rows must survive a crash.
        databaseUrl: `${database.url}?options=${encodeURIComponent('-c synchronous_commit=on')}`,
        provider: {
          PROVIDER_CLOSED_UNTIL: new Date(Date.now() + HOUR_MS).toISOString(),
          PROVIDER_REQUESTS_PER_MINUTE: '4',
        },
      }),
    { scope: 'worker' },
  ],
})
test('the error pages are accessible and fit: closed, too many requests, internal error, no database', async ({
  page,
  stack,
  app,
  postgres,
  database,
  makePerson,
}, info) => {
  const looks = (name: string) => expectAccessible(page, info, name)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const statusOf = async (address: string) => (await page.goto(address))?.status()

  expect(await statusOf(stack.providerUrl)).toBe(503)
  await expect(heading('Sorry, Harbour is closed')).toBeVisible()
  await looks('closed-until')
  await stack.advance(2 * HOUR_MS)

  const person = await makePerson({ 'Northwind Trading': 'active' })
  await openConsent(page, app, person)
  const consent = page.url()

  const tired = await until('an address that asks too often is told to wait', async () => {
    const answer = await page.request.get(app.authorizeUrl(), { maxRedirects: 0 })
    return answer.status() === 429 ? answer : undefined
  })
  expect(Number(tired.headers()['retry-after'])).toBeGreaterThan(0)
  await page.setContent(await tired.text())
  await expect(heading('Too many attempts')).toBeVisible()
  await looks('too-many-requests')

  await postgres.crash()
  expect(await statusOf(consent)).toBe(503)
  await expect(heading('Sorry, Harbour is closed for a moment')).toBeVisible()
  await looks('database-away')
  await postgres.start()
  await until(
    'the provider is there again',
    async () => (await page.request.get(`${stack.providerUrl}/health/ready`)).status() === 200,
  )

  await database.execute('alter table plans rename to plans_elsewhere')
  expect(await statusOf(consent)).toBe(500)
  await expect(heading('Sorry, there is a problem with Harbour')).toBeVisible()
  await expect(page.getByText('Nothing was shared with Counterfoil. Try again later.')).toBeVisible()
  await looks('fault')
  await database.execute('alter table plans_elsewhere rename to plans')

  // The request was kept meanwhile.
  await page.goto(consent)
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
})
