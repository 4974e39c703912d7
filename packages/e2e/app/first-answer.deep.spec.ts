import type { Page } from '@playwright/test'
import {
  connectScripted,
  expect,
  goodAnswer,
  NORTHWIND,
  NORTHWIND_DETAILS,
  statusBadge,
  openDetails,
  test,
  takenOver,
} from '../scripted.ts'

/** The first answer is part of the page: no query follows, unless it is missing. */

const card = (page: Page) => page.getByRole('region', { name: 'This business' })
const WHOLE = 'Canadian Dollar (CAD)'

/** Records the page's queries and layout shifts, on every page opened from now on. */
async function watchPage(page: Page): Promise<{
  readonly asked: string[]
  readonly shift: () => Promise<number>
}> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/graphql') asked.push(pathname)
  })
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: (window as never as { shift: number }).shift + (entry as never as { value: number }).value,
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { asked, shift: () => page.evaluate(() => (window as never as { shift: number }).shift) }
}

test('a full load sends no request: its data came with the HTML, in time or late, without layout shifts', async ({
  page,
  provider,
}) => {
  await openDetails(page)
  const { asked, shift } = await watchPage(page)
  await page.goto('/settings/connection')
  await expect(card(page)).toContainText(WHOLE)
  await takenOver(page)
  await expect(card(page)).toHaveAttribute('aria-busy', 'false')
  await expect(card(page)).toContainText('Read from Harbour just now.')
  expect(await shift()).toBeLessThan(0.01)

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: released })
  await page.goto('/settings/connection', { waitUntil: 'commit' })
  // The head is sent first, then the shell if the answer is late.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(card(page)).toContainText(WHOLE)
  await expect(card(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.locator('#first-answer')).toBeAttached()
  await takenOver(page)
  expect(asked).toEqual([])
  expect(await shift()).toBeLessThanOrEqual(0.02)
})

test('an answer in time is in the HTML, and a later visit requests it again', async ({ page, provider }) => {
  await connectScripted(page)
  const before = provider.callsOf('graphql').length
  await expect(async () => {
    const html = await (await page.request.get('/settings/connection')).text()
    // On a busy machine the answer may be late: then it is at the end.
    expect(html.split('id="boot"')[0]).toContain(WHOLE)
  }).toPass()
  expect(provider.callsOf('graphql').length).toBeGreaterThan(before)
  await page.goto('/settings/connection')
  await expect(card(page)).toContainText(WHOLE)
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, type: { name: 'Bakers' } }))
  await takenOver(page)
  const ways = page.getByRole('navigation')
  await ways.getByRole('link', { name: 'Businesses' }).click()
  const asked = page.waitForRequest('**/graphql')
  await statusBadge(page).click()
  await asked
  await expect(card(page)).toContainText('Bakers')
})

for (const width of [390, 1280]) {
  test(`a late answer shifts nothing on a page that is already shown, at ${width} px`, async ({
    page,
    provider,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openDetails(page)
    const { asked, shift } = await watchPage(page)
    for (const [path, waiting, came] of [
      ['/settings/connection', '.waiting', WHOLE],
      ['/profile', '.waiting', 'Robin'],
    ] as const) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      provider.next('graphql', { kind: 'hold', until: released })
      await page.goto(path, { waitUntil: 'commit' })
      await takenOver(page)
      await expect(page.locator(waiting).first()).toBeVisible()
      release()
      await expect(page.getByRole('main')).toContainText(came)
      await expect(page.locator(waiting)).toHaveCount(0)
      expect(await shift(), path).toBeLessThanOrEqual(0.02)
    }
    expect(asked).toEqual([])
  })
}

test('after returning to a page, it shows current data, not that of its HTML', async ({ page, provider }) => {
  await openDetails(page)
  await page.goto('/businesses')
  await takenOver(page)
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, type: { name: 'Bakers' } }))
  await page.goBack()
  await expect(card(page)).toContainText('Bakers')
})

test('a page that was left during hydration requests data again when it is reopened', async ({
  context,
  page,
  provider,
}) => {
  await openDetails(page)
  const slowed = await context.newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/settings/connection')
  provider.onGraphql((request) => goodAnswer(request, { ...NORTHWIND_DETAILS, type: { name: 'Bakers' } }))
  await page.getByRole('navigation').getByRole('link', { name: 'Businesses' }).click()
  await statusBadge(page).click()
  await expect(card(page)).toContainText('Bakers')
})

test('without scripts a page with a late answer still ends, and names its business', async ({
  browser,
  context,
  page,
  provider,
}) => {
  await openDetails(page)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  await plain.addCookies(await context.cookies())
  const reader = await plain.newPage()
  provider.next('graphql', { kind: 'silent' })
  await reader.goto(page.url())
  await expect(card(reader)).toContainText(NORTHWIND)
  await plain.close()
})

test('a page whose answer never arrives requests it itself', async ({ page, provider }) => {
  await openDetails(page)
  provider.next('graphql', { kind: 'answer', status: 200, body: { errors: [{ message: 'no' }] } })
  const asked = page.waitForRequest('**/graphql')
  await page.goto('/settings/connection')
  await asked
  await expect(card(page)).toContainText(WHOLE)
})

test('a page that is cut off before its answer arrives requests it itself after a while', async ({
  context,
  page,
  provider,
}) => {
  await openDetails(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: released })
  await page.goto('/settings/connection', { waitUntil: 'commit' })
  await takenOver(page)
  await expect(card(page).locator('.waiting').first()).toBeVisible()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(card(page)).toContainText(WHOLE)
  await expect(page.locator('#first-answer')).not.toBeAttached()
  release()
})

test('a page that contained its answer renders no further frames', async ({ page }) => {
  await openDetails(page)
  await page.addInitScript(() => {
    Object.assign(window, { turns: 0 })
    const { postMessage } = MessagePort.prototype
    // React schedules its tasks by messages to itself.
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      Object.assign(window, { turns: (window as never as { turns: number }).turns + 1 })
      Reflect.apply(postMessage, this, args)
    }
  })
  await page.goto('/settings/connection')
  await expect(card(page)).toContainText(WHOLE)
  await takenOver(page)
  const turnsInAnIdleMoment = () =>
    page.evaluate(async () => {
      const turns = () => (window as never as { turns: number }).turns
      const before = turns()
      for (let moment = 0; moment < 20; moment++)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return turns() - before
    })
  await expect.poll(turnsInAnIdleMoment).toBe(0)
})
