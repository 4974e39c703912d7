import type { Page, TestInfo } from '@playwright/test'
import { findWithAxe } from '../axe.ts'
import { expect } from '../fixtures.ts'
import { keepPicture } from '../keep-picture.ts'

const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 390, 320] as const
/** Screen widths of screenshots: wide and light, narrow and dark. */
const PICTURED = { light: 1280, dark: 390 } as const

/**
 * Checks every state of every screen: no finding of axe in light and dark, one heading of the first rank, a title that names it,
 * live regions that existed before, and no sideways scroll down to 320 px and at 200 % text. Keeps pictures with the test's
 * results.
 */
export async function expectAccessible(page: Page, info: TestInfo, name: string): Promise<void> {
  const size = page.viewportSize()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('#status[role=status]')).toHaveCount(1)
  await expect(page.locator('#alert[role=alert]')).toHaveCount(1)
  expect(await page.title()).toMatch(/ – Counterfoil$/)
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // Only colours differ between the schemes: every rule in dark, the rules about colour in light again.
    const findings = await findWithAxe(page, scheme === 'dark' ? 'every' : 'colours')
    expect(findings, `${name} in ${scheme}`).toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      // Content that adapts to a width does so in the next frame.
      await expect.poll(() => sidewaysScroll(page), `${name} at ${width} px`).toBe(0)
      if (PICTURED[scheme] !== width) continue
      await keepPicture(page, info.outputPath(`${name}-${width}-${scheme}.jpg`))
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  // Text at 200 % on a phone.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expect.poll(() => sidewaysScroll(page), `${name} with text of 200 %`).toBe(0)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  expect(await smallTargets(page), `targets of ${name}`).toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (size !== null) await page.setViewportSize(size)
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

/** Returns buttons and fields less than 44 px high; links inside a sentence are exempt, as in WCAG 2.5.8. */
async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, summary, a[class]')]
      .filter((element) => element.checkVisibility() && !element.classList.contains('skip'))
      .filter((element) => element.getBoundingClientRect().height < 43.5)
      .map((element) => `${element.tagName} ${element.textContent ?? ''}`),
  )
}
