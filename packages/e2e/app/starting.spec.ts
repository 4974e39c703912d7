import { type Browser, type Locator, type Page } from '@playwright/test'
import { expect, test, takenOver } from '../fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** The start page in each of its states, and the moment between the press and the provider's page. */

function connectButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Connect a business' })
}

/** Presses are answered with nothing, which leaves the browser where it is: the button can be looked at. */
async function holdStarts(page: Page): Promise<() => number> {
  let starts = 0
  await page.route('**/connect/start', (route) => {
    starts += 1
    return route.fulfill({ status: 204 })
  })
  return () => starts
}

test('a double click on Connect begins one attempt', async ({ page }) => {
  const starts = await holdStarts(page)
  await page.goto('/')
  await takenOver(page)
  await connectButton(page).dblclick()
  const pending = page.getByRole('main').getByRole('button', { name: 'Opening Harbour…' })
  await expect(pending).toHaveAttribute('aria-disabled', 'true')
  await expect(pending).toBeFocused()
  await expect(page.locator('#status')).toHaveText('Opening Harbour…')
  await page.keyboard.press('Enter')
  expect(starts()).toBe(1)
})

test('a provider that is slow to open is said after three seconds, and the button is there again after ten', async ({
  page,
}) => {
  await page.clock.install()
  await holdStarts(page)
  await page.goto('/')
  await takenOver(page)
  await connectButton(page).click()
  await expect(page.getByRole('button', { name: 'Opening Harbour…' })).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page.locator('#status')).toHaveText('Harbour is slow to open…')
  await expect(page.locator('.form-message').first()).toHaveText('Harbour is slow to open…')
  await page.clock.fastForward(7_000)
  await expect(page.locator('.form-message').first()).toHaveText(
    'Harbour hasn’t opened yet. You can try again.',
  )
  await expect(connectButton(page)).toHaveAttribute('aria-disabled', 'false')
})

test('a page that comes back as it was left has a button that works, and reads its state again', async ({
  page,
}) => {
  const starts = await holdStarts(page)
  await page.goto('/')
  await takenOver(page)
  await connectButton(page).click()
  await expect(page.getByRole('button', { name: 'Opening Harbour…' })).toBeVisible()
  const read = page.waitForRequest((request) => request.url().endsWith('/api/session'))
  // What a page hears of the back/forward cache, in a browser that has none.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await read
  await expect(connectButton(page)).toHaveAttribute('aria-disabled', 'false')
  await connectButton(page).click()
  await expect.poll(starts).toBe(2)
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const SAFARI = { name: 'Safari', href: 'x-safari-https://counterfoil.example/' }
const CHROME = {
  name: 'Chrome',
  href: 'intent://counterfoil.example/#Intent;scheme=https;package=com.android.chrome;end',
}
const INSIDE_APPS = [
  ['Instagram', `${IPHONE} Mobile/22B83 Instagram 350.0.0.1`, SAFARI],
  ['Facebook', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/480.0;FBBV/1;FBDV/iPhone16,1]`, SAFARI],
  ['LinkedIn', `${IPHONE} Mobile/22B83 [LinkedInApp]/9.30`, SAFARI],
  [
    'TikTok',
    `${ANDROID} Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 trill_370 BytedanceWebview/d8a21c6 musical_ly`,
    CHROME,
  ],
  [
    'an Android view',
    `${ANDROID} Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36`,
    CHROME,
  ],
] as const

/** The app at an https address, where clipboards and the ways into other browsers exist. */
async function openHttps(
  browser: Browser,
  stack: { readonly appUrl: string },
  userAgent: string,
): Promise<Page> {
  const context = await browser.newContext({ userAgent })
  await context.route('https://counterfoil.example/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${stack.appUrl}${pathname}` }) })
  })
  const page = await context.newPage()
  await page.goto('https://counterfoil.example/')
  await takenOver(page)
  return page
}

for (const [app, userAgent, way] of INSIDE_APPS) {
  test(`the browser inside ${app} gets the advice before the button, with the way out and the link`, async ({
    browser,
    stack,
  }, info) => {
    const page = await openHttps(browser, stack, userAgent)
    const advice = page.getByRole('region', { name: 'This page is open inside another app' })
    await expect(advice.getByText(/Signing in often fails here\./)).toBeVisible()
    await expect(advice.getByRole('link', { name: `Open in ${way.name}` })).toHaveAttribute('href', way.href)
    const [first] = await page.locator('main section, main form').all()
    expect(await first?.evaluate((element) => element.tagName)).toBe('SECTION')
    await expect(connectButton(page)).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await advice.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('#status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://counterfoil.example/')
    if (app === 'Instagram') await expectGoodLooks(page, info, 'in-app')
    await page.context().close()
  })
}

test('where nothing can be copied the text is shown, to be copied by hand', async ({
  browser,
  stack,
}, info) => {
  const page = await openHttps(browser, stack, INSIDE_APPS[0][1])
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  const text = page.getByRole('textbox', { name: 'Copy link' })
  await expect(text).toHaveValue('https://counterfoil.example/')
  await expect(page.locator('#status')).toHaveText(/copies nothing by itself/)
  await text.focus()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('https://counterfoil.example/')
  await expectGoodLooks(page, info, 'copy-by-hand')
  await page.context().close()
})

test('a real browser gets no advice, and no notice about cookies', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await expect(page.getByRole('heading', { name: 'This page is open inside another app' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your browser is blocking a cookie' })).toHaveCount(0)
})

test('blocked cookies are said before the press; the button still works and tries again', async ({
  page,
}, info) => {
  const cookies = await page.context().newCDPSession(page)
  await cookies.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.goto('/')
  const notice = page.getByRole('region', { name: 'Your browser is blocking a cookie' })
  await expect(notice.getByText(/Counterfoil needs one cookie to finish connecting\./)).toBeVisible()
  await expect(notice.getByText(/then press Connect again/)).toBeVisible()
  await expectGoodLooks(page, info, 'cookies-blocked')
  await connectButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
})

test('Connect pressed without a network says so and sends nothing; with one it connects', async ({
  page,
}) => {
  const starts = await holdStarts(page)
  await page.goto('/')
  await takenOver(page)
  await page.context().setOffline(true)
  await expect(page.getByRole('banner').getByText('You’re offline.')).toBeVisible()
  await connectButton(page).click()
  await expect(page.locator('.form-message').first()).toHaveText(
    'You’re offline. Connecting needs the internet.',
  )
  await expect(page.locator('#status')).toHaveText('You’re offline. Connecting needs the internet.')
  expect(starts()).toBe(0)
  await page.context().setOffline(false)
  await expect(page.locator('.form-message').first()).toHaveText('')
  await connectButton(page).click()
  await expect.poll(starts).toBe(1)
})
