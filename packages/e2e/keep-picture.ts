import type { Page } from '@playwright/test'

/**
 * Keeps what the whole page looks like, for the reader the results of a run; no test compares it. As JPEG, which takes the
 * browser half of the processor time of PNG.
 * @param path ends in `.jpg`
 */
export async function keepPicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true })
}
