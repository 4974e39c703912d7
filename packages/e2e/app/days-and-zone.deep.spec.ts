import type { Locator, Page } from '@playwright/test'
import { connect, expect, test, takenOver, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const NORTHWIND = 'Northwind Trading'
const PAGE = '/settings/connection'

const strip = (page: Page) => page.locator('.strip i')
const readDay = (page: Page) => page.locator('.strip .day-read').last()
/** Matches one day, or two if midnight UTC passes while the test runs. */
const SAID = /Counterfoil read (today|on [12] of the 2 days since it was connected)\./

test('the days since the connection are in the first HTML, and agree with the provider', async ({
  page,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  const html = await (await page.request.get(PAGE)).text()
  expect(html).toMatch(SAID)
  expect([1, 2]).toContain(html.match(/class="day-(read|quiet)"/g)?.length)
  expect(await (await page.request.get('/profile')).text()).not.toContain('recentDays')

  await page.goto(PAGE)
  const card = page.getByRole('region', { name: 'Last 30 days' })
  await expect(card.getByText(SAID)).toBeVisible()
  await expect(readDay(page)).toHaveAttribute('title', /^\d+\u00a0\w+\u00a0\d{4}: read$/)
  await takenOver(page)
  await expectAccessible(page, info, 'connection-days')

  await page.getByRole('link', { name: 'Connected apps in Harbour' }).click()
  await page.getByRole('link', { name: /^Details/ }).click()
  await expect(page.getByText(/It read on [12] days? since it was allowed/)).toBeVisible()
  await expect(strip(page)).toHaveCount(30)
})

test('the days are loaded after in-app navigation, and in French', async ({
  browser,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  const context = await browser.newContext({ baseURL: stack.appUrl })
  const page = await context.newPage()
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await page.getByRole('contentinfo').getByLabel('Language').selectOption('fr')
  await expect(page.getByText(/n’a pas encore d’activité chez Harbour/)).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Connexion/ })
    .click()
  const card = page.getByRole('region', { name: 'Les 30 derniers jours' })
  await expect(
    card.getByText(/Counterfoil a lu (aujourd’hui|[12] jours? sur les 2 depuis la connexion)\./),
  ).toBeVisible()
  await expect(readDay(page)).toBeVisible()
  await expectAccessible(page, info, 'connection-days-fr')
  await context.close()
})

test('clock times are in the browser’s time zone from the second page on, and the zone is sent once', async ({
  browser,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  const context = await browser.newContext({ baseURL: stack.appUrl, timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/preferences')) told.push(request.postData() ?? '')
  })
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/preferences'))
  await page.goto('/')
  expect((await answered).status()).toBe(200)
  await connect(page, person, NORTHWIND)
  await expect(page.getByText('Read from Harbour just now.')).toBeVisible()

  const html = await (await page.request.get(PAGE)).text()
  const lastGoodAt = /"lastGoodAt":"([^"]+)"/.exec(html)?.[1]
  expect(lastGoodAt).toBeDefined()
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Tokyo',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clock = format.format(new Date(lastGoodAt ?? ''))
  const text = html.replace(/<script[\s\S]*?<\/script>/g, '')
  expect(text).toContain(clock)
  expect(text).not.toContain(`${clock} UTC`)

  // The rows of the first HTML keep that time zone after hydration.
  await page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    document.addEventListener('DOMContentLoaded', () => {
      const rows = document.querySelector('.rows')
      if (rows === null) return
      new MutationObserver(() => written.push(rows.textContent)).observe(rows, {
        characterData: true,
        childList: true,
        subtree: true,
      })
    })
  })
  await page.goto(PAGE)
  await takenOver(page)
  // The data may be read again meanwhile, in another minute.
  const clocks: string[] = []
  for (let ms = Date.parse(lastGoodAt ?? ''); ms < Date.now() + 60_000; ms += 60_000)
    clocks.push(format.format(ms))
  await expect(page.locator('.rows').first()).toContainText(new RegExp(clocks.join('|')))
  const written = await page.evaluate(() => (window as unknown as { written: string[] }).written)
  expect(
    written.filter((rows) => !clocks.some((each) => rows.includes(each)) || rows.includes('UTC')),
  ).toEqual([])
  await page.goto('/profile')
  await expect(page.getByText(person.email).first()).toBeVisible()
  expect(told).toEqual([JSON.stringify({ timeZone: 'Asia/Tokyo' })])
  await context.close()
})

test('the connection page draws thirty days by the outcome of their reads, and fits a narrow phone', async ({
  page,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  // In two steps, each shorter than the session lifetime.
  for (let step = 0; step < 2; step += 1) {
    await stack.advance(20 * 86_400_000)
    await page.clock.setSystemTime(await stack.now())
    await page.goto('/')
    await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  }
  await page.goto(PAGE)
  await expect(page.getByText('Counterfoil read on 2 of the last 30 days.')).toBeVisible()
  await expect(strip(page)).toHaveCount(30)
  await takenOver(page)
  await expectAccessible(page, info, 'connection-thirty-days')

  // Thirty squares at 320 px: each is visible and inside the card.
  await page.setViewportSize({ width: 320, height: 844 })
  const boxes = await strip(page).evaluateAll((squares) =>
    squares.map((square) => {
      const { left, right, width } = square.getBoundingClientRect()
      return { left, right, width }
    }),
  )
  for (const { left, right, width } of boxes) {
    expect(width).toBeGreaterThan(4)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
  }

  // The two kinds of squares differ in forced colours and in print, too.
  const fillOf = (square: Locator) => square.evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const media of [{ forcedColors: 'active' }, { media: 'print' }] as const) {
    await page.emulateMedia(media)
    expect(await fillOf(readDay(page))).not.toBe(await fillOf(page.locator('.strip .day-quiet').first()))
    await page.emulateMedia({ forcedColors: null, media: null })
  }
})
