import type { Page, Request } from '@playwright/test'
import { connectScripted, expect, goodAnswer, takenOver, test } from '../scripted.ts'
import { businessWith, list } from './figures.ts'

const LOST = 'This part didn’t load. The rest of the page is not affected.'

/** Aborts requests for these files until the returned function is called, which waits for the running ones. */
async function lose(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (files.test(request.url())) open.add(request)
  })
  page.on('requestfailed', (request) => void open.delete(request))
  page.on('requestfinished', (request) => void open.delete(request))
  await page.route(files, (route) => route.abort())
  return async () => {
    await page.unroute(files)
    // A press meanwhile would share the failure of a request that is being aborted.
    await expect.poll(() => open.size).toBe(0)
  }
}

test('charts whose script did not load report it and load on request, and the rest of the page stays', async ({
  page,
  provider,
}) => {
  const nothing = list([])
  const books = { ...businessWith(500), changed: nothing, year: nothing, chart: nothing, paid: nothing }
  provider.onGraphql((request) =>
    goodAnswer(
      request,
      request.query.includes('query MorePictures') ? { ...books, accounts: nothing } : books,
    ),
  )
  await connectScripted(page)
  const file = /\/assets\/more-pictures-[^/]+\.js$/
  const find = await lose(page, file)
  const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()))
  await page.goto('/')
  const more = page.getByRole('region', { name: 'More charts' })
  const open = more.getByRole('button', { name: 'More charts' })
  await expect(page.getByRole('region', { name: 'Who owes you' })).toBeVisible()
  // A failed preload is not reported.
  await failed
  await expect(page.getByText(LOST)).toHaveCount(0)
  await open.click()
  await expect(more.getByText(LOST)).toBeVisible()
  await expect(page.locator('#status')).toHaveText(LOST)
  const again = more.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(again).toBeFocused()
  await expect(again).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByRole('region', { name: 'Who owes you' })).toBeVisible()

  // A browser that caches the failure (as Chromium 153) loads the file with a new document, which looks like the old one.
  const document = await page.evaluate(() => performance.timeOrigin)
  const isNewDocument = async () => (await page.evaluate(() => performance.timeOrigin)) !== document
  await find()
  await again.press('Enter')
  await expect(more.getByRole('region', { name: 'Payment habits' })).toBeVisible()
  if (!(await isNewDocument())) await expect(more.locator('> div')).toBeFocused()
  await expect(more.getByText(LOST)).toHaveCount(0)

  // The code for saving a chart as an image is missing, too.
  const findImage = await lose(page, /\/assets\/save-picture-[^/]+\.js$/)
  const owed = page.getByRole('region', { name: 'Who owes you' })
  const saveImage = owed.getByRole('button', { name: /^Save as PNG/ })
  await saveImage.click()
  await expect(owed.getByText(LOST)).toBeVisible()
  await findImage()
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  // As above: the new page requests it again.
  await expect(async () => {
    await saveImage.click()
    await expect.poll(() => saved, { timeout: 5_000 }).not.toEqual([])
  }).toPass()
  expect(saved[0]).toMatch(/\.png$/)
  await expect(owed.getByText(LOST)).toHaveCount(0)
})

test('a page that is not cached on the device opens when the network is back', async ({ page, provider }) => {
  provider.onGraphql((request) => goodAnswer(request, businessWith(500)))
  await connectScripted(page)
  const find = await lose(page, /\/assets\/profile-screen-[^/]+\.js$/)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Who owes you' })).toBeVisible()
  await takenOver(page)
  await page.context().setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await expect(page.getByText('It loads when you are back online.')).toBeVisible()
  await expect(page.getByText('What you see here is from')).toHaveCount(0)
  await find()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Robin Vale')).toBeVisible()
})
