import type { Page } from '@playwright/test'
import { statusBadge, connect, expect, test, takenOver, connectUnseen } from '../fixtures.ts'

const NORTHWIND = 'Northwind Trading'

/** Records every heading and state shown on the page, from the first byte on. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
      if (text('h1') !== '') seen.add(`${text('h1')} | ${text('.status-badge-full')}`)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

const framesOf = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { seen: Set<string> }).seen].map((text) => text.replace(/ · .*/, '')),
  )

test('the first text of every screen is in the HTML', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  const html = async (path: string) => (await page.request.get(path)).text()
  expect(await html('/')).toContain('<h1 tabindex="-1">See your business at a glance</h1>')
  await connect(page, person, NORTHWIND)
  expect(await html('/')).toContain(`<h1 tabindex="-1">${NORTHWIND}</h1>`)
  expect(await html('/businesses')).toContain(`<h2>${NORTHWIND}</h2>`)
  expect(await html('/settings/connection')).toContain(`Connection to ${NORTHWIND}</h1>`)
  expect(await html('/profile')).toContain(person.email)
})

test('no request is sent before the first paint, and no file delays it', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  // Visible content is painted a moment later.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const seen = await page.evaluate(() => {
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const files = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      readonly renderBlockingStatus: string
    })[]
    return {
      paintMs,
      early: files
        .filter(({ name, startTime }) => startTime < paintMs && /\/(api|graphql)/.test(name))
        .map(({ name, startTime }) => `${name} at ${startTime} ms, painted at ${paintMs} ms`),
      blocking: files
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
        .map(({ name }) => name),
    }
  })
  expect(seen.paintMs).toBeGreaterThan(0)
  expect(seen.early).toEqual([])
  expect(seen.blocking).toEqual([])
})

test('no intermediate state is shown: the first state stays', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await recordFrames(page)
  await page.goto('/')
  await takenOver(page)
  expect(await framesOf(page)).toEqual(['See your business at a glance | Not connected'])
  await connect(page, person, NORTHWIND)
  await expect(page.getByText('Read from Harbour just now.')).toBeVisible()
  expect(await framesOf(page)).toEqual([`Connected to ${NORTHWIND} | Connected`])
  for (const [path, title] of [
    ['/profile', 'Profile'],
    ['/settings/connection', `Connection to ${NORTHWIND}`],
    ['/', NORTHWIND],
  ] as const) {
    await page.goto(path)
    await takenOver(page)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    expect(await framesOf(page)).toEqual([`${title} | Connected`])
  }
})

test('the address has no result parameter after connecting, and a reload shows the result again', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connect(page, person, NORTHWIND)
  await expect(page).toHaveURL(/:\d+\/b\/[\w-]+\/$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Connected to ${NORTHWIND}` })).toBeVisible()
  await page.getByRole('link', { name: 'See overview' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: NORTHWIND, exact: true })).toBeVisible()
})

test('if the script does not load, connecting works and a line explains what does not', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  await expect(
    page.getByText(/^Connecting, disconnecting and signing out work without JavaScript\./),
  ).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
})

test('a button pressed before hydration works after it', async ({ page, makePerson }) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  let letScriptsCome = () => {}
  const pressed = new Promise<void>((resolve) => (letScriptsCome = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto('/settings/connection', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Run the check-up' }).click()
  await expect(page.locator('html[data-ready]')).not.toBeAttached()
  letScriptsCome()
  await expect(page.getByText(/^Reference [0-9A-Z]{4}-[0-9A-Z]{2}$/)).toBeVisible()
})

test('in-app navigation sets the title and focuses the heading of the screen', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await connectUnseen(page, person, NORTHWIND)
  await page.goto('/')
  await takenOver(page)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
  const ways = page.getByRole('navigation')
  for (const [way, title] of [
    ['Businesses', 'Businesses – Counterfoil'],
    ['Profile', `Profile – ${NORTHWIND} – Counterfoil`],
    ['Overview', `Overview – ${NORTHWIND} – Counterfoil`],
  ] as const) {
    await ways.getByRole('link', { name: way }).click()
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.goBack()
  await expect(page).toHaveTitle(`Profile – ${NORTHWIND} – Counterfoil`)
  await statusBadge(page).click()
  await expect(page.getByRole('heading', { level: 1, name: `Connection to ${NORTHWIND}` })).toBeFocused()
})

for (const width of [390, 1280]) {
  test(`a slow answer causes no layout shift on the profile page at ${width} px`, async ({
    page,
    makePerson,
  }) => {
    const person = await makePerson({ [NORTHWIND]: 'active' })
    await connectUnseen(page, person, NORTHWIND)
    await page.setViewportSize({ width, height: 844 })
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/graphql', async (route) => {
      await held
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // A prefetched page contains no data: it sends its own request, which the test can hold.
    await page.route('**/profile', (route) =>
      route.continue({ headers: { ...route.request().headers(), purpose: 'prefetch' } }),
    )
    await page.goto('/profile')
    await takenOver(page)
    await expect(page.locator('.waiting')).toHaveCount(2)
    release()
    await expect(page.getByRole('main').getByText('Robin Vale')).toBeVisible()
    await expect(page.getByText('From Harbour. Change this in Harbour.')).toBeVisible()
    const moved = await page.evaluate(async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      // Shifts in one frame are reported in the next.
      for (let count = 0; count < 3; count += 1) await nextFrame()
      return (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0)
    })
    // Rows without reserved space shift by 0.017 on the wide page and 0.1 on the narrow one.
    expect(moved).toBeLessThan(0.01)
  })
}

for (const width of [390, 1280]) {
  test(`hydration does not scroll a reader at the end of a page, at ${width} px`, async ({
    page,
    makePerson,
  }) => {
    const person = await makePerson({ [NORTHWIND]: 'active' })
    await page.setViewportSize({ width, height: 600 })
    const resultPage = page.waitForRequest(/\?result=/)
    await connect(page, person, NORTHWIND)
    const foot = page.getByRole('contentinfo')
    for (const path of ['/profile', '/businesses', (await resultPage).url()]) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*.js', async (route) => {
        await released
        await route.fallback()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('#boot')).toBeAttached()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const before = await foot.boundingBox()
      release()
      await takenOver(page)
      expect(await foot.boundingBox(), path).toEqual(before)
    }
  })
}
