import { expect, test, takenOver, connectUnseen } from '../fixtures.ts'
import { expectAccessible } from './accessibility.ts'

const NORTHWIND = 'Northwind Trading'

test('French is chosen by the browser language, changed on the page, and stored', async ({
  browser,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  const context = await browser.newContext({ baseURL: stack.appUrl, locale: 'fr-FR' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Votre entreprise en un coup d’œil' }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expectAccessible(page, info, 'start-fr')
  await page.getByRole('button', { name: 'Connecter une entreprise' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.locator('input[type=email], input[name=email]').first().fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await page.getByRole('radio', { name: NORTHWIND }).check()
  await page.getByRole('button', { name: 'Autoriser l’accès' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${NORTHWIND} est connectée` })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(/n’a pas encore d’activité chez Harbour/)).toBeVisible()
  await expectAccessible(page, info, 'home-fr')
  await page.getByRole('contentinfo').getByLabel('Langue').selectOption('en')
  await expect(page.getByText(/has no activity in Harbour yet/)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('<html lang="en"')
  await context.close()
})

test('the chosen colours are in the next HTML, so that no page flashes', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  await page.getByLabel('Colours').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('data-theme="dark"')
  await page.goto('/')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 22, 25)')
  await page.getByLabel('Colours').selectOption('system')
})

test('wide spacing, forced colours, 400 % zoom and print lose no content', async ({
  browser,
  stack,
  makePerson,
}, info) => {
  const person = await makePerson({ [NORTHWIND]: 'active' })
  const context = await browser.newContext({ baseURL: stack.appUrl, bypassCSP: true })
  const page = await context.newPage()
  await connectUnseen(page, person, NORTHWIND)
  for (const path of ['/', '/settings/connection', '/profile']) {
    await page.goto(path)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    // WCAG 1.4.12
    await page.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }`,
    })
    // 1280 px at 400 % zoom is a page of 320 px.
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0)
    await page.screenshot({
      path: info.outputPath(`spacing${path.replaceAll('/', '-')}.png`),
      fullPage: true,
    })
    await page.setViewportSize({ width: 1280, height: 844 })
  }
  await page.goto('/')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('banner').locator('.sign')).toBeVisible()
  await page.screenshot({ path: info.outputPath('forced-colours.png'), fullPage: true })
  await page.emulateMedia({ forcedColors: null, media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  await page.screenshot({ path: info.outputPath('print.png'), fullPage: true })
  await context.close()
})

test('the sample charts equal those of the overview, and stay readable in forced colours', async ({
  page,
}, info) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto('/')
    await expect(page.locator('.sample svg').first()).toBeVisible()
    const { system, parts, bar, key } = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'))
      const colourOf = (name: string) => {
        probe.style.color = name
        return getComputedStyle(probe).color
      }
      const system = {
        text: colourOf('CanvasText'),
        ground: colourOf('Canvas'),
      }
      probe.remove()
      const styleOf = (selector: string) =>
        getComputedStyle(document.querySelector(`.sample ${selector}`) ?? document.body)
      const ages = [1, 2, 3, 4, 5]
      const parts = {
        line: styleOf('.cash-path').stroke,
        moneyIn: styleOf('.fill-in').fill,
        moneyOut: styleOf('pattern .fill-out').fill,
        hatch: styleOf('.hatch').stroke,
        outlines: ages.map((age) => styleOf(`.age-${age}`).stroke),
      }
      const bar = ages.map((age) => styleOf(`.age-${age}`).fill)
      const key = ages.map((age) => styleOf(`.swatch-${age}`).backgroundColor)
      return { system, parts, bar, key }
    })
    const { text, ground } = system
    expect(text, colorScheme).not.toBe(ground)
    expect(parts, colorScheme).toEqual({
      ...{ line: text, moneyIn: text, moneyOut: ground, hatch: text },
      outlines: [text, text, text, text, text],
    })
    // Each part of the bar has the colour of its row.
    expect(new Set(bar).size, colorScheme).toBe(5)
    expect(bar, colorScheme).toEqual(key)
    await page.locator('.sample').screenshot({ path: info.outputPath(`sample-forced-${colorScheme}.png`) })
  }
})

test('the sample stays as the server rendered it if its script does not load', async ({ page }) => {
  await page.route('**/sample-drawings-*.js', (route) => route.abort())
  await page.goto('/')
  const line = page.locator('.sample .cash-path')
  await expect(line).toBeVisible()
  const refused = page.waitForEvent('requestfailed')
  await page.reload()
  await refused
  await takenOver(page)
  await expect(line).toBeVisible()
})

test('nothing is animated with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element)
        return (
          (transitionDuration !== '0s' && transitionDuration !== '') ||
          !['none', 'appear'].includes(animationName)
        )
      })
      .map((element) => element.tagName),
  )
  expect(moving).toEqual([])
})

test('a language and colours chosen before hydration are applied after it', async ({ page }) => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('Colours').selectOption('dark')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Unternehmen auf einen Blick' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect
    .poll(async () => (await page.request.get('/')).text())
    .toMatch(/<html lang="de" data-theme="dark"/)
})
