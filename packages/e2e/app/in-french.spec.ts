import type { Page } from '@playwright/test'
import { allow, DEMO_PASSWORD, expect, signIn, test } from '../fixtures.ts'

/** French is longer than English: what has no room is seen here first. */

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }

test.use({ stackOptions: { provider: { PROVIDER_SEED: 'demo' } } })

test('in French no state, address or kind in a list is cut on a wide page, nor a kind on a phone', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.getByLabel('Language').selectOption('fr')
  await expect(page.getByRole('link', { name: 'Factures' })).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/invoices', '/invoices?state=late', '/customers', '/estimates', '/products']) {
    await page.goto(path)
    await expect(page.locator('.list tbody tr').first()).toBeVisible()
    expect(await cutCells(page), path).toEqual([])
  }
  await page.goto('/transactions')
  await expect(page.locator('.list tbody tr').first()).toBeVisible()
  expect(await cutCells(page, '[data-place=side]')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await cutCells(page, '[data-place=side]')).toEqual([])
})

/** What cells of a list say that is wider than they are. */
function cutCells(page: Page, place = ''): Promise<readonly string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ innerText }) => innerText),
    `.list tbody td${place}`,
  )
}
