import type { Browser, Locator, Page } from '@playwright/test'
import { expect, takenOver, test } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

function connectButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Connect a business' })
}

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

/** Opens the app at an https address, where the clipboard and links to other browsers are available. */
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
  test(`the in-app browser of ${app} gets the advice above the button, with a way out and the link`, async ({
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
    if (app === 'Instagram') await expectAccessible(page, info, 'in-app')
    await page.context().close()
  })
}

test('if the clipboard is not available, the text is shown for manual copying', async ({
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
  await expect(page.locator('#status')).toHaveText(/can’t copy for you/)
  await text.focus()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('https://counterfoil.example/')
  await expectAccessible(page, info, 'copy-by-hand')
  await page.context().close()
})
