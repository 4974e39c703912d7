import type { Locator, Page } from '@playwright/test'
import { allowHere, expect, openConsent, test } from './harbour-fixtures.ts'

/** Returns the visible border and background of an element. */
const looksOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, borderTopStyle, borderTopWidth, borderTopColor, outlineStyle } =
      getComputedStyle(node)
    const edge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1
    return { backgroundColor, edge: edge ? borderTopColor : undefined, isOutlined: outlineStyle !== 'none' }
  })

const colourOf = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = colour
    const found = getComputedStyle(probe).color
    probe.remove()
    return found
  }, name)

test('with forced colours every choice, button and day keeps a border, and selection is shown by more than colour', async ({
  page,
  stack,
  app,
  makePerson,
}, info) => {
  const person = await makePerson({
    'Northwind Trading': 'active',
    'Fern & Co': 'active',
    'Old Books': 'lapsed',
  })
  await page.emulateMedia({ forcedColors: 'active' })
  await openConsent(page, app, person)
  await page.getByRole('radio', { name: 'Northwind Trading' }).check()
  const choice = (name: string) => page.locator('label.choice', { hasText: name })
  expect(await looksOf(choice('Northwind Trading'))).toMatchObject({
    edge: expect.any(String),
    isOutlined: true,
  })
  expect(await looksOf(choice('Fern & Co'))).toMatchObject({ edge: expect.any(String), isOutlined: false })
  const canvas = await colourOf(page, 'Canvas')
  for (const name of ['Don’t allow', 'Allow access']) {
    const { edge } = await looksOf(page.getByRole('button', { name }))
    expect(edge, name).toBeDefined()
    expect(edge, name).not.toBe(canvas)
  }
  await page.getByText('1 business can’t be connected yet').click()
  await expect(page.getByRole('link', { name: 'Renew Old Books' })).toBeVisible()
  await page.screenshot({ path: info.outputPath('consent-forced.png'), fullPage: true })

  await allowHere(page, app, person, 'Northwind Trading')
  const tokens = await app.exchange(page)
  await app.call(tokens['access_token'])
  await expect
    .poll(async () => {
      await page.goto(`${stack.providerUrl}/connected-apps`)
      return page.getByRole('main').innerText()
    })
    .toContain('Last read just now')
  await page.getByRole('link', { name: 'Details of Counterfoil for Northwind Trading' }).click()
  const days = page.locator('.strip i')
  await expect(days).toHaveCount(30)
  const [quiet, read] = [await looksOf(days.first()), await looksOf(days.last())]
  expect(quiet.edge).toBeDefined()
  expect(read.backgroundColor).not.toBe(quiet.backgroundColor)
  await page.screenshot({ path: info.outputPath('app-forced.png'), fullPage: true })

  await page.getByRole('link', { name: 'Remove access' }).click()
  const remove = page.getByRole('button', { name: 'Remove access' })
  const wordsOnGround = () =>
    remove.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor])
  // A background colour may be in a transition.
  await expect
    .poll(wordsOnGround)
    .toEqual([await colourOf(page, 'ButtonFace'), await colourOf(page, 'ButtonText')])
  await page.screenshot({ path: info.outputPath('remove-forced.png'), fullPage: true })
})

test('in print a page is black on white, shows collapsed content, and hides buttons', async ({
  page,
  app,
  makePerson,
}, info) => {
  const person = await makePerson({
    'Northwind Trading': 'active',
    'Fern & Co': 'active',
    'Old Books': 'lapsed',
  })
  await openConsent(page, app, person)
  const folded = page.getByText('Its Pro plan ended', { exact: false })
  await expect(folded).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const body = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })
  expect(body).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(folded).toBeVisible()
  for (const name of ['Allow access', 'Don’t allow', 'Français']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await page.screenshot({ path: info.outputPath('consent-print.png'), fullPage: true })
})
