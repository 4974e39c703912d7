import type { Page } from '@playwright/test'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { connect, connectUnseen, DEMO_PASSWORD, expect, takenOver, test } from '../fixtures.ts'

/** A known page with a slow provider causes no layout shifts. */

const READS = 'user:read business:read account:read customer:read invoice:read product:read sales_tax:read'

const NORTHWIND = 'Northwind Trading'

test.use({
  stackOptions: {
    provider: { PROVIDER_SEED: 'demo' },
    bff: {
      BFF_PROVIDER_SCOPES: `${READS} vendor:read estimate:read transaction:read customer:write product:write invoice:write invoice:send`,
    },
  },
})

const ROUTES = [
  '/',
  '/invoices',
  '/invoices/new',
  '/customers',
  '/customers/new',
  '/products',
  '/products/new',
  '/transactions',
  '/accounts',
  '/estimates',
  '/search',
  '/periods',
  '/profile',
  '/businesses',
  '/settings/connection',
  '/settings/connection/disconnect',
  '/settings/sessions',
]
const DETAILS = ['/invoices', '/customers', '/accounts', '/estimates', '/transactions']

/** Records each layout shift with the moved elements. */
async function watchMoves(page: Page) {
  await page.addInitScript(() => {
    const moves: { readonly value: number; readonly of: string }[] = []
    Object.assign(window, { moves })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as never as {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }[]) {
        if (entry.hadRecentInput) continue
        const of = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const { y, height } = previousRect
          return `${element?.tagName}.${element?.className} "${element?.textContent?.slice(0, 30)}" ${y}+${height} to ${currentRect.y}+${currentRect.height}`
        })
        moves.push({ value: entry.value, of: of.join('; ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await page.evaluate(async () => {
      // Shifts in one frame are reported in the next.
      for (let count = 0; count < 3; count += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    return page.evaluate(() => (window as never as { moves: { value: number; of: string }[] }).moves)
  }
}

async function arrived(page: Page): Promise<void> {
  await takenOver(page)
  await expect(page.locator('.skeleton, .waiting, main [aria-busy=true]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/** Returns the layout shifts of a first visit, a second visit, and a visit while the provider does not answer at first. */
async function findMoves(page: Page, stack: Stack, routes: readonly string[]): Promise<readonly string[]> {
  const moves = await watchMoves(page)
  const found: string[] = []
  for (const path of routes) {
    await page.goto(path)
    await arrived(page)
    const note = async (how: string) => {
      for (const { value, of } of await moves())
        if (value > 0.001) found.push(`${path} ${how} ${value.toFixed(4)}: ${of}`)
    }
    await note('first')
    await page.goto(path)
    await arrived(page)
    await note('again')
    await stack.setProvider('silent')
    await page.goto(path, { waitUntil: 'commit' })
    await takenOver(page)
    await stack.setProvider('open')
    await arrived(page)
    await note('slow')
  }
  return found
}

for (const width of [390, 768, 1280]) {
  test(`no layout shift on any page for a returning visitor who waits for the provider, at ${width} px`, async ({
    page,
    stack,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await connect(page, { email: 'many@harbour.example', password: DEMO_PASSWORD, businesses: {} }, NORTHWIND)
    const routes = [...ROUTES]
    for (const path of DETAILS) {
      await page.goto(path)
      routes.push((await page.locator('main table a').first().getAttribute('href')) ?? path)
    }
    expect(await findMoves(page, stack, routes)).toEqual([])
  })

  test(`no layout shift on the pages of a business without activity, at ${width} px`, async ({
    page,
    stack,
    makePerson,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await connect(page, await makePerson({ 'Quay & Sons': 'active' }), 'Quay & Sons')
    expect(await findMoves(page, stack, ROUTES)).toEqual([])
  })

  test(`the connection badge keeps its place at any age, at ${width} px`, async ({ page, makePerson }) => {
    await page.setViewportSize({ width, height: 844 })
    await connectUnseen(page, await makePerson({ 'Quay & Sons': 'active' }), 'Quay & Sons')
    for (const path of ['/estimates', '/']) {
      await page.goto(path)
      await arrived(page)
      const placeOf = () => page.locator('.status-badge .dot').boundingBox()
      const place = await placeOf()
      await expect(page.locator('.status-badge-age')).toHaveCount(2)
      for (const age of ['', '· 5 min', '· 23 hr']) {
        await page.locator('.status-badge-age').evaluateAll((ages, text) => {
          for (const one of ages) one.textContent = text
        }, age)
        expect(await placeOf()).toEqual(place)
      }
    }
  })
}

/** Returns words of headings that are broken over two lines, and month names that nearly touch. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const broken: string[] = []
    for (const heading of document.querySelectorAll('main :is(h1, h2)')) {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
    }
    for (const labels of document.querySelectorAll('.months-labels')) {
      let end = -Infinity
      for (const label of labels.children) {
        if (getComputedStyle(label).visibility === 'hidden') continue
        range.selectNodeContents(label)
        const { left, right } = range.getBoundingClientRect()
        if (left < end) broken.push(label.textContent ?? '')
        if (right > left) end = right
      }
    }
    return broken
  })

test('text at twice the size breaks no word of a heading and no month; the days of a list are on one line', async ({
  page,
}) => {
  test.slow()
  await connect(page, { email: 'many@harbour.example', password: DEMO_PASSWORD, businesses: {} }, NORTHWIND)
  for (const path of ['/', '/transactions', '/invoices', '/settings/connection', '/profile'])
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await arrived(page)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      expect(await brokenWords(page), `${path} at ${width} px`).toEqual([])
    }
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/transactions')
    await arrived(page)
    for (const day of await page.locator('.day-begins').all())
      expect(await day.evaluate((text) => text.getClientRects().length), await day.innerText()).toBe(1)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const nav = page.getByRole('navigation', { name: 'Main' })
  expect(await nav.evaluate((ways) => ways.scrollWidth > ways.clientWidth)).toBe(true)
  expect(await nav.evaluate((ways) => getComputedStyle(ways, '::after').backgroundImage)).toContain(
    'gradient',
  )
})
