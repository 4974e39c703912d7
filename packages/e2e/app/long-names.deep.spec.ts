import { expect, test, connectUnseen } from '../fixtures.ts'

/** Sixty characters with no place to break. */
const LONG = 'Northwindtradinginternationalholdingsandlogisticspartnership'
const ROUTES = ['/', '/businesses', '/settings/connection', '/settings/connection/disconnect', '/profile']

test('a name of sixty letters wraps, and pushes nothing off the page', async ({ page, makePerson }) => {
  const person = await makePerson({ [LONG]: 'active' })
  await connectUnseen(page, person, LONG)
  for (const route of ROUTES) {
    await page.goto(route)
    await expect(page.getByRole('main').getByText(LONG).first()).toBeVisible()
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await overflow(), `${route} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})
