import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { allow, statusBadge, connect, expect, signIn, test, connectUnseen } from './fixtures.ts'

test('connects a business, shows its name and who is signed in', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  await connect(page, person, 'Northwind Trading')
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/b\/[\w-]+\/(\?.*)?$/)
  expect(page.url()).not.toMatch(/code=|state=/)
  await expect(page.getByText(/Reference [0-9A-Z]{4}-[0-9A-Z]{2}/)).toBeVisible()
  await page.getByRole('link', { name: 'See overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Trading' })).toBeVisible()
  await expect(statusBadge(page)).toContainText('Connected')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
})

test('connects without scripts', async ({ browser, stack, makePerson }) => {
  const person = await makePerson({ 'Quiet Orchard': 'active' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.appUrl })
  const page = await context.newPage()
  await connectUnseen(page, person, 'Quiet Orchard')
  await page.goto('/settings/connection')
  await expect(page.getByRole('heading', { level: 1, name: 'Connection to Quiet Orchard' })).toBeVisible()
  await context.close()
})

test('denying the consent shares nothing and reports that', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await page.getByRole('button', { name: 'Don’t allow' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You didn’t connect' })).toBeVisible()
  await expect(page.getByText('Nothing was shared with Counterfoil.')).toBeVisible()
  await expect(statusBadge(page)).toContainText('Not connected')
})

test('if no business can be chosen, the provider explains why and the app what to do', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ 'Old Harbour Books': 'lapsed', 'Small Plan Ltd': 'ineligible' })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await expect(
    page.getByRole('heading', { level: 1, name: 'No business can be connected yet' }),
  ).toBeVisible()
  await expect(page.getByText('Old Harbour Books').first()).toBeVisible()
  await expect(page.getByText('Small Plan Ltd').first()).toBeVisible()
  await page.getByRole('button', { name: 'Tell Counterfoil “not now”' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No business to connect yet' })).toBeVisible()
})

test('a person without any business is informed that one is needed', async ({ page, makePerson }) => {
  const person = await makePerson({})
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: /You don’t have a business/ })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No business to connect yet' })).toBeVisible()
})

test('a business with an ended plan is listed, cannot be chosen, and shows the reason', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Old Harbour Books': 'lapsed' })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
  await signIn(page, person)
  await page.getByText('1 business can’t be connected yet').click()
  await expect(page.getByText(/plan ended/).first()).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Old Harbour Books' })).toHaveCount(0)
})

test('reloading and going back on the callback show the first result again', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  let callback = ''
  page.on('request', (request) => {
    if (request.url().includes('/connect/callback')) callback = request.url()
  })
  await connect(page, person, 'Northwind Trading')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /Northwind Trading/ })).toBeVisible()
  // The callback address again, as Back or a bookmark would load it: its code has been used.
  await page.goto(callback)
  await expect(page.getByRole('heading', { level: 1, name: 'Connected to Northwind Trading' })).toBeVisible()
  await expect(statusBadge(page)).toContainText('Connected')
  expect(page.url()).not.toMatch(/code=|state=/)
})

test('going back from the result to the provider has no effect', async ({ page, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await connect(page, person, 'Northwind Trading')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Trading' })).toBeVisible()
})

test('two tabs that connect at the same time both finish, each with its own business', async ({
  context,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const tab of [first, second]) await tab.goto('/')
  for (const tab of [first, second]) {
    await tab.getByRole('main').getByRole('button', { name: 'Connect a business' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Sign in to Harbour' })).toBeVisible()
  }
  await signIn(first, person)
  await expect(first.getByRole('heading', { level: 1, name: /Counterfoil/ })).toBeVisible()
  // Signed in elsewhere meanwhile: this tab continues to the consent as well.
  await signIn(second, person)
  await allow(second, 'Fern & Co')
  await expect(second.getByRole('heading', { level: 1, name: 'Connected to Fern & Co' })).toBeVisible()
  await allow(first, 'Northwind Trading')
  await expect(first.getByRole('heading', { level: 1, name: 'Connected to Northwind Trading' })).toBeVisible()
  await second.goto('/businesses')
  await expect(second.getByRole('heading', { level: 2, name: 'Fern & Co' })).toBeVisible()
  await expect(second.getByRole('heading', { level: 2, name: 'Northwind Trading' })).toBeVisible()
})

test('a callback that this browser did not start is refused, with advice', async ({
  page,
  stack,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  const { email, password } = person
  // Somebody else connects, stops before the callback, and sends the callback address to this browser.
  const stranger = createBrowserAgent()
  const start = await stranger.visit(`${stack.appUrl}/`)
  const signInPage = await stranger.submit(start, formTo(start, '/connect/start'))
  const consent = await stranger.submit(signInPage, formTo(signInPage, '/sign-in'), { email, password })
  const back = await stranger.submit(
    consent,
    formTo(consent, '/answer'),
    { answer: 'allow', business: person.businesses['Northwind Trading'] ?? '' },
    { stopAt: `${stack.appUrl}/connect/callback` },
  )
  expect(back.location).toContain('code=')
  await page.goto(back.location ?? '')
  await expect(
    page.getByRole('heading', { level: 1, name: 'We stopped that to keep you safe' }),
  ).toBeVisible()
  await expect(statusBadge(page)).toContainText('Not connected')
})
