import { statusBadge, expect, test, connectUnseen } from './fixtures.ts'

const TWO_HOURS_MS = 7_200_000
const SEVEN_DAYS_MS = 7 * 24 * 3_600_000

test('an expired access token is refreshed without anyone noticing', async ({ page, stack, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  const refreshes = async (): Promise<number> =>
    ((await stack.logs()).match(/"token\.refresh"/g) ?? []).length
  const before = await refreshes()
  await stack.advance(TWO_HOURS_MS + 60_000)
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText('Robin Vale')).toBeVisible()
  await expect(statusBadge(page)).toContainText('Connected')
  expect(await refreshes()).toBe(before + 1)
})

test('a plan that ended days after connecting is reported, and the connection works again once the plan is active', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  const business = person.businesses['Northwind Trading'] ?? ''
  await stack.advance(SEVEN_DAYS_MS)
  await stack.harbour('plan', 'set', '--business', business, '--state', 'lapsed')
  // The access token expired long ago: its refresh is refused for the plan, which is no reason to reconnect.
  await page.goto('/')
  await expect(statusBadge(page)).toContainText('Plan ended')
  await expect(page.getByRole('button', { name: /^Reconnect/ })).toHaveCount(0)
  await expect(page.getByText(/Northwind Trading’s plan ended/).first()).toBeVisible()
  await stack.harbour('plan', 'set', '--business', business, '--state', 'active')
  await page.goto('/settings/connection')
  await page.getByRole('button', { name: 'Run the check-up' }).click()
  await expect(page.getByText('The plan is active')).toBeVisible()
  await page.goto('/')
  await expect(statusBadge(page)).toContainText('Connected')
})

test('reconnecting while access is valid asks for no consent', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  const seen: string[] = []
  page.on('framenavigated', (frame) => void seen.push(new URL(frame.url()).pathname))
  await page.goto('/settings/connection')
  await page.getByText('Having trouble?').click()
  await page.getByRole('button', { name: 'Reconnect Northwind Trading' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Still connected to Northwind Trading' }),
  ).toBeVisible()
  // Of the pages that loaded none was a consent page of the provider.
  expect(seen.filter((path) => path.startsWith('/authorize'))).toEqual([])
})

test('"Ask me again" always asks for consent, also right after an answer', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  await page.goto('/settings/connection')
  await page.getByText('Having trouble?').click()
  await page.getByRole('button', { name: 'Ask me again at Harbour' }).click()
  await expect(page.getByText(/You allowed this on/)).toBeVisible()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /onnected to Northwind Trading/ })).toBeVisible()
})

test('a second business is connected beside the first, and each is shown under its own name', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  await page.goto('/businesses')
  await page.getByRole('button', { name: 'Connect another business' }).click()
  await page.getByRole('radio', { name: 'Fern & Co' }).check()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connected to Fern & Co' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Fern & Co' })).toBeVisible()
  await page.goto('/businesses')
  await page.getByRole('link', { name: 'Show Northwind Trading' }).click()
  await expect(page.getByRole('link', { name: 'Show Fern & Co' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Trading' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Northwind Trading').nth(1)).toBeVisible()
})

test('disconnecting revokes the access at the provider, too, and reports it', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await connectUnseen(page, person, 'Northwind Trading')
  await page.goto('/settings/connection')
  await page.getByRole('link', { name: 'Disconnect Northwind Trading' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Disconnect Northwind Trading?' })).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Northwind Trading' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Disconnected from Northwind Trading' }),
  ).toBeVisible()
  await expect(page.getByText('Harbour has confirmed it.')).toBeVisible()
  await page.goto('/')
  await expect(statusBadge(page)).toContainText(/Disconnected|Not connected/)
})
