import { connectUnseen, expect, takenOver, test } from '../fixtures.ts'

const LINE = 'Nothing can be changed or connected at the moment. You can still read what is here.'

test.afterEach(async ({ stack }) => stack.setRedis('open'))

test('a read-only store leaves pages readable, and a line reports that nothing can be changed meanwhile', async ({
  page,
  stack,
  makePerson,
}) => {
  await connectUnseen(page, await makePerson({ 'Northwind Trading': 'active' }), 'Northwind Trading')
  const line = page.locator('.offline-line')
  await stack.setRedis('read-only')
  // The app checks the store at most every five seconds.
  await expect(async () => {
    await page.goto('/settings/connection')
    await expect(line).toHaveText(LINE, { timeout: 1_000 })
  }).toPass()
  await takenOver(page)
  await expect(page.getByRole('region', { name: 'This business' })).toContainText('Northwind Trading')
  await stack.setRedis('open')
  await expect(line).toHaveCount(0)
})
