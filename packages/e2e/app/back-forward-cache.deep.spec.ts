import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { findWholeChromium } from '@counterfoil/tools/machine/provision'
import { statusBadge, expect, test, takenOver } from '../fixtures.ts'

function connectButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Connect a business' })
}

test('going back from the provider through the back/forward cache leaves a working button and the current state', async ({
  stack,
}) => {
  const executablePath = await findWholeChromium()
  test.skip(executablePath === undefined, 'The only Chromium here keeps no pages.')
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ...(executablePath === undefined ? {} : { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await wentBackTo(browser, stack.appUrl)
    await expect(page.getByText(/You started at/)).toBeVisible()
    await expect(statusBadge(page)).toContainText('Finish connecting')
    const again = page.getByRole('main').getByRole('button', { name: 'Start again' })
    await expect(again).toHaveAttribute('aria-disabled', 'false')
    await again.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
  } finally {
    await browser.close()
  }
})

/**
 * Leaves the start page for the provider, and returns it restored from the back/forward cache, with its document and script. On a
 * busy machine a browser may evict the page instead; then this is repeated.
 */
async function wentBackTo(browser: Browser, appUrl: string): Promise<Page> {
  const page = await keepingPage(browser, appUrl)
  await connectButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
  const read = page.waitForRequest((request) => request.url().endsWith('/api/session'))
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'See your business at a glance' })).toBeVisible()
  const shown = await page.evaluate(() => (window as unknown as { shown: boolean[] }).shown)
  if (shown.at(-1) === true) {
    expect(shown).toEqual([false, true])
    await read
    return page
  }
  read.catch(() => undefined)
  await page.context().close()
  return wentBackTo(browser, appUrl)
}

/** The start page without its `no-store`, which Safari ignores and Chromium heeds: it may be kept. */
async function keepingPage(browser: Browser, appUrl: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: appUrl })
  await page.addInitScript(() => {
    const shown: boolean[] = []
    Object.assign(window, { shown })
    addEventListener('pageshow', ({ persisted }) => shown.push(persisted))
  })
  await page.route(`${appUrl}/`, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'cache-control': 'private, max-age=0' }
    await route.fulfill({ response, headers })
  })
  await page.goto('/')
  await takenOver(page)
  return page
}
