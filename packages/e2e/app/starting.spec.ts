import type { Locator, Page } from '@playwright/test'
import { expect, test, takenOver } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

/** The start page in each of its states, and between the press and the provider's page. */

function connectButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Connect a business' })
}

/** Answers presses with status 204, which keeps the browser on the page, so that the button can be checked. */
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

test('a slow provider is reported after three seconds, and the button is enabled again after ten', async ({
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

test('a page restored from the back/forward cache has a working button, and reads its state again', async ({
  page,
}) => {
  const starts = await holdStarts(page)
  await page.goto('/')
  await takenOver(page)
  await connectButton(page).click()
  await expect(page.getByRole('button', { name: 'Opening Harbour…' })).toBeVisible()
  const read = page.waitForRequest((request) => request.url().endsWith('/api/session'))
  // Simulates the events of the back/forward cache.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await read
  await expect(connectButton(page)).toHaveAttribute('aria-disabled', 'false')
  await connectButton(page).click()
  await expect.poll(starts).toBe(2)
})

test('a standalone browser gets no in-app advice and no notice about cookies', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await expect(page.getByRole('heading', { name: 'This page is open inside another app' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your browser is blocking a cookie' })).toHaveCount(0)
})

test('blocked cookies are reported before the press; the button still works and tries again', async ({
  page,
}, info) => {
  const cookies = await page.context().newCDPSession(page)
  await cookies.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.goto('/')
  const notice = page.getByRole('region', { name: 'Your browser is blocking a cookie' })
  await expect(notice.getByText(/Counterfoil needs one cookie to finish connecting\./)).toBeVisible()
  await expect(notice.getByText(/then press Connect again/)).toBeVisible()
  await expectAccessible(page, info, 'cookies-blocked')
  await connectButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
})

test('Connect pressed while offline reports it and sends nothing; online it connects', async ({ page }) => {
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
