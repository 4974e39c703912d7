import type { Page, TestInfo } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { keepPicture } from '../keep-picture.ts'
import { expect } from './harbour-fixtures.ts'

/**
 * Checks every state of every page: no finding of axe in light and dark, with everything expanded; no sideways scroll at 320 px,
 * which is also 1280 px at 400 % zoom, with wide text spacing, or on a phone with text of 200 %; targets of 44 px.
 */
export async function expectAccessible(page: Page, info: TestInfo, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const h1 = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? ''
  expect(await page.title()).toContain(h1)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, info.outputPath(`${name}-1280-light.jpg`))
  expect(await brokenWords(page), `words of ${name} at 1280 px`).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, info.outputPath(`${name}-390-dark.jpg`))
  expect(await brokenWords(page), `words of ${name} at 390 px`).toEqual([])
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  // Only colours differ between the schemes: every rule in dark, the rules about colour in light again.
  expect(await findWithAxe(page, 'every'), `${name} in dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await findWithAxe(page, 'colours'), `${name} in light`).toEqual([])
  expect(await smallTargets(page), `targets of ${name}`).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await sidewaysScroll(page), `${name} at 320 px`).toBe(0)
  expect(await sidewaysScrollOfLargeText(page), `${name} with text of 200 %`).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  // WCAG 1.4.12: set from outside the page, like a reader's own style sheet.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    )
    document.adoptedStyleSheets = [sheet]
  })
  expect(await sidewaysScroll(page), `${name} at 320 px with wide text spacing`).toBe(0)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 720 })
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

/**
 * Returns how far a phone of 390 px scrolls sideways at 200 % text size.
 *
 * @param picture file for a screenshot
 */
export async function sidewaysScrollOfLargeText(page: Page, picture?: string): Promise<number> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const scroll = await sidewaysScroll(page)
  if (picture !== undefined) await keepPicture(page, picture)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (size !== null) await page.setViewportSize(size)
  return scroll
}

/** Returns words of buttons, sections and columns that are broken over two lines. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    for (const element of document.querySelectorAll('.button, header a, summary, th')) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const word of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(word[0])
        }
      }
    }
    return broken
  })
}

/** Returns controls less than 44 px high; links inside a sentence are exempt, as in WCAG 2.5.8. */
async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, select, summary, .tall, .button, header a, footer a, label:has(input)',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 43.5)
      .filter((element) => !element.classList.contains('keep'))
      .map((element) => `${element.tagName} ${element.textContent?.trim() ?? ''}`),
  )
}
