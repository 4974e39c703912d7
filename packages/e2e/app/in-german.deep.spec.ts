import type { Page } from '@playwright/test'
import { test } from '../demo-books.ts'
import { allow, DEMO_PASSWORD, expect, signIn, takenOver } from '../fixtures.ts'
import { HEAD_HEARD_IN_GERMAN, PICTURES_HEARD_IN_GERMAN } from './heard-in-german.ts'
import { expectAccessible } from './accessibility.ts'

/** German has the longest words: unbreakable words and missing space are visible here. */

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }
const NORTHWIND = 'Northwind Trading'

test('German is chosen on the page and stays: after a reload, on the next page, in server-rendered HTML, and after coming back', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  await page.goto('/')
  await page.getByRole('contentinfo').getByLabel('Language').selectOption('de')
  const heading = page.getByRole('heading', { level: 1, name: 'Ihr Unternehmen auf einen Blick' })
  await expect(heading).toBeVisible()
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('<html lang="de"')
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await page.getByRole('main').getByRole('button', { name: 'Ein Unternehmen verbinden' }).click()
  await signIn(page, person)
  await allow(page, NORTHWIND)
  await expect(page.getByRole('heading', { level: 1, name: `Verbunden mit ${NORTHWIND}` })).toBeVisible()
  for (const [path, name] of [
    ['/invoices', 'Rechnungen'],
    ['/settings/connection', `Verbindung zu ${NORTHWIND}`],
    ['/nowhere', 'Diese Seite finden wir nicht'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  const html = await (await page.request.get('/settings/connection')).text()
  expect(html).toContain('<html lang="de"')
  expect(html).toContain(`Verbindung zu ${NORTHWIND}`)
})

test('a language chosen during hydration is the one that is shown', async ({ page }) => {
  await page.addInitScript(() => {
    let kept: unknown
    Object.defineProperty(window, 'earlyPress', {
      get: () => kept,
      set(value: { stop: () => void }) {
        const { stop } = value
        // Called right before React begins, which goes on in a later task.
        value.stop = () => {
          stop()
          queueMicrotask(() => {
            const select = document.querySelector<HTMLSelectElement>('footer select')
            if (select === null) return
            select.value = 'de'
            for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
          })
        }
        kept = value
      },
    })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Unternehmen auf einen Blick' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('in German every chart has its announcements and fits on a phone, and nothing in a list is cut off', async ({
  page,
}) => {
  test.slow()
  await connectInGerman(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Weitere Diagramme' }).click()
  await expect(page.getByRole('region', { name: 'Vermögen und Schulden' })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(HEAD_HEARD_IN_GERMAN)
  for (const [name, heard] of Object.entries(PICTURES_HEARD_IN_GERMAN)) {
    const heading = `\n- region "${name}":\n  - heading "${name}" [level=2]`
    await expect.soft(page.getByRole('region', { name, exact: true })).toMatchAriaSnapshot(heading + heard)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Gewinn nach Monaten', 'Zahlungsgewohnheiten', 'Bald fällig'])
    await page.getByRole('button', { name: new RegExp(`^Als Tabelle anzeigen ?: ${name}$`) }).click()
  await expect(page.getByRole('table')).toHaveCount(3)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const table of await page.locator('.ledger-scroll').all()) {
      const [inner, card] = [await table.boundingBox(), await table.locator('xpath=..').boundingBox()]
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/invoices?state=late', '/customers', '/estimates', '/products']) {
    await page.goto(path)
    await expect(page.locator('.list tbody tr').first()).toBeVisible()
    expect(await cutCells(page), path).toEqual([])
  }
  // The kinds of transactions are our words; the descriptions are texts of the books, of any length.
  await page.goto('/transactions')
  await expect(page.locator('.list tbody tr').first()).toBeVisible()
  expect(await cutCells(page, '[data-place=side]')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await cutCells(page, '[data-place=side]')).toEqual([])
})

test('the main screens exist in German, and fit, also at 200 % text size', async ({ page }, info) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('contentinfo').getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Unternehmen auf einen Blick' })).toBeVisible()
  await looksGoodInGerman(page, 'start')
  await connectInGerman(page)
  await page.goto('/invoices')
  const invoice = await page.locator('.list tbody a').first().getAttribute('href')
  for (const [name, path] of [
    ['home', '/'],
    ['invoices', '/invoices'],
    ['invoice', invoice ?? ''],
    ['invoice-new', '/invoices/new'],
    ['accounts', '/accounts'],
    ['connection', '/settings/connection'],
    ['disconnect', '/settings/connection/disconnect'],
    ['businesses', '/businesses'],
    ['profile', '/profile'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await looksGoodInGerman(page, name)
  }

  async function looksGoodInGerman(on: Page, name: string) {
    await takenOver(on)
    await expect(on.locator('html')).toHaveAttribute('lang', 'de')
    await expectAccessible(on, info, `${name}-de`)
  }
})

/** Connects the demonstration's business and switches the app to German. */
async function connectInGerman(page: Page) {
  await page.goto('/')
  if ((await page.locator('html').getAttribute('lang')) !== 'de') {
    await takenOver(page)
    const kept = page.waitForResponse((response) => response.url().endsWith('/api/preferences'))
    await page.getByLabel('Language').selectOption('de')
    expect((await kept).status()).toBe(200)
  }
  await page.getByRole('main').getByRole('button', { name: 'Ein Unternehmen verbinden' }).click()
  await signIn(page, PERSON)
  await allow(page, NORTHWIND)
  await expect(page.getByRole('heading', { level: 1, name: `Verbunden mit ${NORTHWIND}` })).toBeVisible()
}

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
