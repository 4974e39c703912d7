import { sharePostgres, type TestDatabase, type TestPostgres } from '@counterfoil/testkit/postgres'
import { expectAccessible } from './accessibility.ts'
import { allowHere, expect, signInHere, test as base } from './harbour-fixtures.ts'

/** A provider whose database can be filled with calls of other days. */
const test = base.extend<object, { postgres: TestPostgres; database: TestDatabase }>({
  postgres: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const postgres = await sharePostgres()
      await use(postgres)
      await postgres.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: [async ({ postgres }, use) => use(await postgres.createMigratedDatabase()), { scope: 'worker' }],
  stackOptions: [async ({ database }, use) => use({ databaseUrl: database.url }), { scope: 'worker' }],
})
const QUARTER_MS = 900_000
const NOON = Date.parse('2027-03-16T12:00:00Z')
/** In St. John's the clocks go forward on 14 March 2027: that day begins at 03:30 UTC and ends at 02:30 UTC. */
const CALLS = [
  '2027-03-14T03:15:00Z',
  '2027-03-14T03:30:00Z',
  '2027-03-15T02:15:00Z',
  '2027-03-15T02:30:00Z',
  ...Array.from({ length: 12 }, (_, index) => `2027-02-${String(16 + index)}T16:00:00Z`),
]

test('the days of use are in the browser’s time zone, also with a 45-minute offset and on a day of 23 hours', async ({
  browser,
  page,
  stack,
  database,
  app,
  makePerson,
}, info) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await allowHere(page, app, person)
  await app.exchange(page)
  await database.execute(
    `update grants set granted_at = '2026-12-24T10:00:00Z', confirmed_at = '2026-12-24T10:00:00Z'`,
  )
  for (const call of CALLS) {
    const day = call.slice(0, 10)
    const quarter = (Date.parse(call) - Date.parse(day)) / QUARTER_MS
    await database.execute(
      `insert into grant_usage (grant_id, day, calls, quarters, last_used_at)
       select id, '${day}', 1, array_fill(0, array[${quarter}]) || 1, '${call}' from grants
       on conflict (grant_id, day) do update set calls = grant_usage.calls + 1, last_used_at = excluded.last_used_at,
         quarters = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by n)
           from unnest(grant_usage.quarters, excluded.quarters) with ordinality as both_counts (a, b, n))`,
    )
  }
  await stack.advance(NOON - (await stack.now()))

  const daysIn = async (timezoneId: string) => {
    const context = await browser.newContext({ timezoneId })
    const reader = await context.newPage()
    await reader.goto(`${stack.providerUrl}/connected-apps`)
    await signInHere(reader, person)
    await reader.getByRole('link', { name: 'Details of Counterfoil for Northwind Trading' }).click()
    await expect(reader.locator('.strip i[title]')).toHaveCount(30)
    const titles = await reader
      .locator('.strip i.read, .strip i.some')
      .evaluateAll((days) => days.map((day) => day.getAttribute('title') ?? ''))
    const march = titles.filter((title) => title.includes('March'))
    await expect(reader.getByText('Days are in UTC.')).toHaveCount(0)
    await expectAccessible(reader, info, `days-${timezoneId.replace('/', '-')}`)
    await context.close()
    return { march, count: titles.length }
  }
  expect(await daysIn('America/St_Johns')).toEqual({
    march: ['13\u00a0March: read once', '14\u00a0March: read 2 times', '15\u00a0March: read once'],
    count: 15,
  })
  expect(await daysIn('Asia/Kathmandu')).toEqual({
    march: ['14\u00a0March: read 2 times', '15\u00a0March: read 2 times'],
    count: 14,
  })
})
