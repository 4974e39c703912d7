import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const AXE = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')
/** The builder reads its source twice at each analysis. This statement throws if axe is not loaded. */
const AXE_IS_THERE = { axeSource: 'void axe.run' }

/**
 * Returns the findings of axe on a page, each with its rule and elements: of all rules, or of the colour rules. Runs in the page
 * itself, because no page has a frame, and axe's other way opens a second page for each check.
 */
export async function findWithAxe(page: Page, rules: 'every' | 'colours'): Promise<readonly string[]> {
  // Each document loads axe once: reading its half megabyte takes a quarter of a second.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Only violations are reported with their elements; passed rules, which are most, have one example each.
  const axe = new AxeBuilder({ page, ...AXE_IS_THERE })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (
    rules === 'every' ? axe.withTags(STANDARDS) : axe.withRules(COLOUR_RULES)
  ).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
