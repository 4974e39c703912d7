import type { Page } from '@playwright/test'
import { connectScripted, expect, statusBadge, test, takenOver } from '../scripted.ts'
import { answerWith } from './figures.ts'

/** Figures are in the response of the page, in time or late; a page without them requests them itself. */

const CASH = 18_420
const AMOUNT = /18[,\s\u202f]420/

/** Records the page's queries, layout shifts, and every node that shows the amount first. */
async function watchPage(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The further charts are loaded when the page is idle.
    if (searchParams.get('name') === 'more') return
    if (/^\/(graphql|api\/connections)/.test(pathname)) asked.push(pathname)
  })
  await page.addInitScript(() => {
    const seen = { shift: 0, changes: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as never as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shift = () => page.evaluate(() => (window as never as { seen: { shift: number } }).seen.shift)
  return { asked, shift }
}

const main = (page: Page) => page.getByRole('main')
const inMain = (page: Page) => page.evaluate(() => document.querySelector('main')?.textContent ?? '')

test.beforeEach(async ({ page, provider }) => {
  provider.onGraphql(answerWith(CASH))
  await connectScripted(page)
  // A page that has sent all its requests: the next call belongs to the page that a test opens.
  const more = page.waitForResponse('**/figures?name=more*')
  await page.goto('/')
  await more
  await expect(main(page)).toContainText(AMOUNT)
})

test('figures that were read in time are in the HTML, without a further request', async ({ page }) => {
  await expect(async () => {
    const html = await (await page.request.get('/')).text()
    expect(html.split('id="boot"')[0]).toMatch(AMOUNT)
  }).toPass()
  const { asked, shift } = await watchPage(page)
  await page.goto('/')
  await expect(main(page)).toContainText(AMOUNT)
  await takenOver(page)
  expect(asked).toEqual([])
  expect(await shift()).toBeLessThanOrEqual(0.02)
})

test('the heading is sent before slow figures, and is hydrated unchanged', async ({ page, provider }) => {
  await page.addInitScript(() => {
    const seen = window as never as { heading?: Element | null }
    new MutationObserver(() => {
      seen.heading ??= document.querySelector('h1')
    }).observe(document, { childList: true, subtree: true })
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: released })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => Boolean((window as never as { heading?: Element }).heading))
  release()
  await expect(main(page)).toContainText(AMOUNT)
  await takenOver(page)
  const heading = await page.evaluate(() => {
    const { heading: first } = window as never as { heading?: Element }
    return {
      isShown: first === document.querySelector('h1'),
      isTakenOver: Object.keys(first ?? {}).some((key) => key.startsWith('__react')),
      // The part that is sent at once ends with a comment: this one precedes the figures.
      isSentFirst:
        first?.nextSibling?.nodeType === Node.COMMENT_NODE &&
        /^[0-9a-f]*$/.test(first.nextSibling.nodeValue ?? '?'),
    }
  })
  expect(heading).toEqual({ isShown: true, isTakenOver: true, isSentFirst: true })
})

test('the charts are painted one frame after the heading and the summary sentence', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as never as { atFirst?: string }
    const look = new MutationObserver(() => {
      const pictures = document.querySelector('main .pictures')
      if (pictures === null) return
      seen.atFirst = getComputedStyle(pictures).contentVisibility
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(main(page).getByRole('region', { name: 'Cash', exact: true })).toContainText(AMOUNT)
  expect(await page.evaluate(() => (window as never as { atFirst?: string }).atFirst)).toBe('hidden')
  await expect(page.locator('main .pictures').first()).toHaveCSS('content-visibility', 'visible')
})

for (const locale of ['en', 'fr'] as const) {
  test(`late figures follow in the page, already rendered, and are hydrated unchanged (${locale})`, async ({
    page,
    context,
    provider,
  }) => {
    if (locale === 'fr') await context.setExtraHTTPHeaders({ 'accept-language': 'fr' })
    const { asked, shift } = await watchPage(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: released })
    await page.goto('/', { waitUntil: 'commit' })
    await takenOver(page)
    expect(await inMain(page)).not.toMatch(AMOUNT)
    await page.evaluate(() => {
      // Streamed content is hidden at the end of the page first. React renders other nodes.
      const seen = window as never as { streamed: Element | null | undefined }
      new MutationObserver(() => {
        seen.streamed ??= document.querySelector('[data-of]')
      }).observe(document.body, { childList: true, subtree: true })
    })
    release()
    await expect(main(page)).toContainText(AMOUNT)
    await expect(page.locator('#first-answer')).toBeAttached()
    const late = await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame += 1) await new Promise((next) => requestAnimationFrame(next))
      const { streamed } = window as never as { streamed?: Element }
      return {
        isShown: document.querySelector('main')?.contains(streamed ?? null),
        isTakenOver: Object.keys(streamed ?? {}).some((key) => key.startsWith('__react')),
      }
    })
    expect(late).toEqual({ isShown: true, isTakenOver: true })
    expect(asked).toEqual([])
    expect(await shift()).toBeLessThanOrEqual(0.02)
  })
}

test('a page whose figures cannot be read retries until it shows them; after the plan ends they stay with their date', async ({
  page,
  provider,
}) => {
  provider.next('graphql', { kind: 'answer', status: 500, body: '' })
  const read = page.waitForResponse('**/figures?*')
  await page.goto('/')
  await read
  await expect(main(page)).toContainText(AMOUNT)

  provider.setPlanEnded(true)
  await page.goto('/')
  await expect(statusBadge(page)).toContainText('Plan ended')
  const frozen = page.locator('.overview.frozen')
  await expect(frozen.getByRole('region', { name: 'Cash', exact: true })).toContainText(AMOUNT)
  await expect(
    main(page)
      .getByText(/^As of /)
      .first(),
  ).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Reconnect/ })).toHaveCount(0)
  await page.reload()
  await expect(frozen).toContainText(AMOUNT)
})

test('a page that is cut off before its figures arrive requests them itself after a while', async ({
  context,
  page,
  provider,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: released })
  await page.goto('/', { waitUntil: 'commit' })
  await takenOver(page)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(main(page)).toContainText(AMOUNT)
  await expect(page.locator('#first-answer')).not.toBeAttached()
  release()
})

test('without scripts late figures are shown at the end of the page', async ({
  browser,
  context,
  page,
  provider,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  await plain.addCookies(await context.cookies())
  const reader = await plain.newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.next('graphql', { kind: 'hold', until: released })
  await reader.goto(page.url(), { waitUntil: 'commit' })
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  release()
  await expect(reader.getByText(AMOUNT).first()).toBeVisible()
  await plain.close()
})
