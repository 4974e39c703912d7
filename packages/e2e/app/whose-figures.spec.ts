import type { Page } from '@playwright/test'
import { connectScripted, expect, NORTHWIND, test, takenOver } from '../scripted.ts'
import { businessWith } from './figures.ts'

/** Figures of one business are never under the name of another, in any frame. */

const FERN = 'Fern & Co'
const CASH = { [NORTHWIND]: '18,420', [FERN]: '777' } as const

interface Frame {
  readonly name: string
  /** The connections whose figures are shown. */
  readonly of: readonly string[]
  readonly text: string
}

/** Records in every frame, and at every change of the document, the shown name and figures; on all pages from now on. */
async function recordFrames(page: Page): Promise<() => Promise<readonly Frame[]>> {
  const all: Frame[] = []
  await page.exposeFunction('keepFrame', (frame: Frame) => all.push(frame))
  await page.addInitScript(() => {
    const { keepFrame } = window as never as { keepFrame: (frame: Frame) => void }
    let before = ''
    const look = () => {
      const main = document.querySelector('main')
      const frame = {
        name: main?.querySelector('h1')?.textContent ?? '',
        of: [...document.querySelectorAll('[data-of]')].map(
          (element) => element.getAttribute('data-of') ?? '',
        ),
        text: main?.textContent ?? '',
      }
      const now = JSON.stringify(frame)
      if (now === before) return
      before = now
      keepFrame(frame)
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
    const each = () => {
      look()
      requestAnimationFrame(each)
    }
    requestAnimationFrame(each)
  })
  return async () => all
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const shows = async (page: Page, name: keyof typeof CASH) => {
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(CASH[name])
}

test('switching, Back, another tab and a slow answer never mix two businesses', async ({
  context,
  page,
  provider,
}) => {
  const businesses = new Map<string, object>()
  const serve = () =>
    provider.onGraphql(({ query, grant }) => {
      const figures = businesses.get(grant.businessId ?? '') ?? businessWith(18_420)
      return query.includes('business(')
        ? { data: { business: { ...figures, id: grant.businessId } } }
        : { data: { user: null } }
    })
  serve()
  await connectScripted(page)
  const fern = btoa(`Business:${crypto.randomUUID()}`)
  businesses.set(fern, { ...businessWith(777), name: FERN })
  provider.person({ businessId: fern, businessName: FERN })
  await page.goto('/')
  await shows(page, NORTHWIND)
  // Content that appears above a button may move it between press and release.
  await takenOver(page)
  await page.getByRole('main').getByRole('button', { name: 'Connect another business' }).click()
  await expect(heading(page, `Connected to ${FERN}`)).toBeVisible()

  const frames = await recordFrames(page)
  await page.goto('/')
  await shows(page, FERN)
  const ways = page.getByRole('navigation')
  const switchTo = async (name: keyof typeof CASH) => {
    await ways.getByRole('link', { name: 'Businesses' }).click()
    await page.getByRole('link', { name: `Show ${name}` }).click()
  }
  await switchTo(NORTHWIND)
  await shows(page, NORTHWIND)
  await page.goBack()
  await page.goForward()
  await shows(page, NORTHWIND)

  // A slow answer: the name is shown long before the figures.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await ways.getByRole('link', { name: 'Businesses' }).click()
  await page.reload()
  provider.always('graphql', { kind: 'hold', until: released })
  await page.getByRole('link', { name: `Show ${FERN}` }).click()
  await expect(heading(page, FERN)).toBeVisible()
  release()
  provider.always('graphql')
  serve()
  await shows(page, FERN)

  const other = await context.newPage()
  await other.goto('/businesses')
  await other.getByRole('link', { name: `Show ${NORTHWIND}` }).click()
  await shows(other, NORTHWIND)
  // A hidden page may render when it becomes visible.
  await page.bringToFront()
  await shows(page, FERN)
  await page.reload()
  await shows(page, FERN)

  const seen = await frames()
  const withFigures = seen.filter(({ of }) => of.length > 0)
  for (const name of [NORTHWIND, FERN] as const) {
    const own = withFigures.filter((frame) => frame.name === name)
    expect(own.length, `frames of ${name}`).toBeGreaterThan(0)
    const foreign = name === FERN ? CASH[NORTHWIND] : `$${CASH[FERN]}`
    for (const { of, text } of own) {
      expect(new Set(of).size).toBe(1)
      expect(of[0]?.includes(fern), `whose figures stand under ${name}`).toBe(name === FERN)
      expect(text).not.toContain(foreign)
    }
  }
  // Figures are only below a name.
  expect(withFigures.filter(({ name }) => name !== NORTHWIND && name !== FERN)).toEqual([])
})
