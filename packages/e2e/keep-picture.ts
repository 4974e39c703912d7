import type { Page } from '@playwright/test'

/**
 * Keeps a screenshot of the whole page for the reader of the results; no test compares it. As JPEG, which takes half of the
 * processor time of PNG.
 *
 * @param path ends in `.jpg`
 */
export async function keepPicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true })
}
