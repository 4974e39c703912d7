import type { Locator, Page } from '@playwright/test'
import { allow, DEMO_PASSWORD, expect, signIn, takenOver, test } from '../fixtures.ts'

const PERSON = { email: 'many@harbour.example', password: DEMO_PASSWORD }

test.use({ locale: 'en-CA', stackOptions: { provider: { PROVIDER_SEED: 'demo' } } })

/** Returns the visible month names that overlap. */
function collidingLabels(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.months-labels')].flatMap((labels) => {
      const boxes = [...labels.children]
        .filter((label) => getComputedStyle(label).visibility === 'visible')
        .map((label) => {
          const range = document.createRange()
          range.selectNodeContents(label)
          const { left, right } = range.getBoundingClientRect()
          return { text: label.textContent, left, right }
        })
      return boxes.flatMap((box, index) => {
        const next = boxes[index + 1]
        return next !== undefined && next.left < box.right ? [`${box.text} ${next.text}`] : []
      })
    }),
  )
}

/** Returns axis amounts outside of their column, over the drawing or outside of the chart. */
function strayAmounts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.axis')].flatMap((axis) => {
      const picture = axis.closest('.months')?.getBoundingClientRect()
      const drawing = axis.parentElement?.querySelector('.months-window')?.getBoundingClientRect()
      return [...axis.children].flatMap((amount) => {
        const { left, right } = amount.getBoundingClientRect()
        const isInside = picture && drawing && left >= picture.left && right <= drawing.left
        return isInside === true ? [] : [amount.textContent]
      })
    }),
  )
}

test('the first charts can be read by keyboard alone, as a table, and in French at every width', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  await page.goto('/')
  await takenOver(page)
  const flow = page.getByRole('region', { name: 'Money in and out' })
  await expect(flow).toMatchAriaSnapshot(`
    - region "Money in and out":
      - heading "Money in and out" [level=2]
      - paragraph: /In \\w+ so far/
      - paragraph: /so far. in/
      - 'slider "Money in and out: Month"'
  `)
  const slider = flow.getByRole('slider', { name: 'Money in and out: Month' })
  await slider.focus()
  const last = (await slider.getAttribute('aria-valuetext')) ?? ''
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', last)
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '1')
  await expect(flow.locator('.months-reading')).toHaveText(
    (await slider.getAttribute('aria-valuetext')) ?? '',
  )

  const cash = page.getByRole('region', { name: 'Cash', exact: true })
  await cash.getByRole('button', { name: /^Show as table/ }).focus()
  await page.keyboard.press('Enter')
  await expect(cash.getByRole('row')).toHaveCount(13)
  await expect(cash.getByRole('button', { name: /^Show as chart/ })).toBeFocused()
  await page.reload()
  await expect(cash.getByRole('table', { name: 'Cash' })).toBeVisible()
  await cash.getByRole('button', { name: /^Show as chart/ }).click()

  await page.getByRole('contentinfo').getByLabel('Language').selectOption('fr')
  await expect(page.getByRole('region', { name: 'Qui vous doit de l’argent' })).toBeVisible()
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => collidingLabels(page), `at ${width} px`).toEqual([])
    await expect.poll(() => strayAmounts(page), `at ${width} px`).toEqual([])
  }
})

/** Returns the fully visible columns of a chart of months, and those cut by an edge. */
function columnsSeen(picture: Locator) {
  return picture.locator('.months-window').evaluate((seen) => {
    const { left, right } = seen.getBoundingClientRect()
    const columns = [...seen.querySelectorAll('.months-labels > *')].map((label) => {
      const box = label.getBoundingClientRect()
      const seenWidth = Math.min(box.right, right) - Math.max(box.left, left)
      return { name: label.textContent, isWhole: seenWidth > box.width - 1, isOutside: seenWidth < 1 }
    })
    return {
      whole: columns.filter(({ isWhole }) => isWhole).map(({ name }) => name),
      cut: columns.filter(({ isWhole, isOutside }) => !isWhole && !isOutside).map(({ name }) => name),
    }
  })
}

/** Tests that share the stack may have moved its clock to later in the year. */
const isSecondHalf = (ms: number) => new Date(ms).getUTCMonth() >= 6

test('on a phone the last six months of a year are fully visible, earlier ones by a button or keys, and all in print', async ({
  page,
  stack,
}) => {
  // In the first half of a year all its months are visible.
  while (!isSecondHalf(await stack.now())) await stack.advance(30 * 86_400_000)
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, PERSON)
  await allow(page, 'Northwind Trading')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const profit = page.getByRole('region', { name: 'Profit by month' })
    const months = profit.locator('.months-labels > *')
    // Late figures are not yet in the page after its load event.
    await expect(months.nth(6)).toBeAttached()
    const all = await months.allTextContents()
    await expect.poll(() => columnsSeen(profit)).toEqual({ whole: all.slice(-6), cut: [] })
    await profit.getByRole('button', { name: 'Earlier months' }).click()
    await expect.poll(() => columnsSeen(profit)).toEqual({ whole: all.slice(0, 6), cut: [] })
    await profit.getByRole('button', { name: 'Later months' }).click()
    await expect.poll(() => columnsSeen(profit)).toEqual({ whole: all.slice(-6), cut: [] })
    await profit.getByRole('slider', { name: 'Profit by month: Month' }).press('Home')
    await expect.poll(() => columnsSeen(profit)).toEqual({ whole: all.slice(0, 6), cut: [] })
    await expect(profit.getByRole('button', { name: 'Later months' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    expect(await columnsSeen(profit)).toEqual({ whole: all, cut: [] })
    await expect(profit.getByRole('button', { name: 'Later months' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('button', { name: /months$/ })).toHaveCount(0)
})
