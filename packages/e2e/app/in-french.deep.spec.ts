import type { Page } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { test } from '../demo-books.ts'
import { allow, DEMO_PASSWORD, expect, signIn, takenOver } from '../fixtures.ts'
import { HEAD_HEARD_IN_FRENCH, PICTURES_HEARD_IN_FRENCH } from './heard-in-french.ts'

/** French is longer than English: missing space is visible here first. */

// French chosen in this browser is Canadian French.
test.use({ locale: 'en-CA' })

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }

test('in French every chart has its announcements, stays open and fits on a phone; nothing in a list is cut off', async ({
  page,
}) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  await takenOver(page)
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/preferences'))
  await page.getByLabel('Language').selectOption('fr')
  expect((await kept).status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Factures' })).toBeVisible()

  await page.goto('/')
  const isOpen = page.getByRole('button', { name: 'Moins de graphiques' })
  await page.getByRole('button', { name: 'Plus de graphiques' }).click()
  await expect(page.getByRole('region', { name: 'Actifs et dettes' })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(HEAD_HEARD_IN_FRENCH)
  for (const [name, heard] of Object.entries(PICTURES_HEARD_IN_FRENCH)) {
    const heading = `\n- region "${name}":\n  - heading "${name}" [level=2]`
    await expect.soft(page.getByRole('region', { name, exact: true })).toMatchAriaSnapshot(heading + heard)
  }

  // After a reload and Back the further charts are as they were left.
  await page.reload()
  await expect(isOpen).toBeVisible()
  await page.getByRole('link', { name: 'Factures', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Factures' })).toBeVisible()
  await page.goBack()
  await expect(isOpen).toBeVisible()

  // Tables stay inside their cards, and wider content scrolls.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('region', { name: 'Habitudes de paiement' })).toBeVisible()
  for (const name of ['Bénéfice par mois', 'Habitudes de paiement', 'À venir'])
    await page.getByRole('button', { name: `Afficher en tableau : ${name}` }).click()
  await expect(page.getByRole('table')).toHaveCount(3)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond, `at ${width} px`).toBeLessThanOrEqual(0)
    for (const table of await page.locator('.ledger-scroll').all()) {
      const [inner, card] = [await table.boundingBox(), await table.locator('xpath=..').boundingBox()]
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
    }
  }
  expect(await findWithAxe(page, 'every')).toEqual([])

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

/** Returns the texts of cells that are wider than their cell. */
function cutCells(page: Page, place = ''): Promise<readonly string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ innerText }) => innerText),
    `.list tbody td${place}`,
  )
}
