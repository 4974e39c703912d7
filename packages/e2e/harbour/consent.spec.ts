import { allowHere, DEMO_PASSWORD, expect, openConsent, signInHere, test } from './harbour-fixtures.ts'

const heading = { level: 1 } as const

test('the Content-Security-Policy allows the redirect after consent, with and without scripts, for approval and denial', async ({
  browser,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  for (const javaScriptEnabled of [true, false]) {
    for (const [button, expected] of [
      ['Allow access', /[?&]code=.+&state=st4te$/],
      ['Don’t allow', /[?&]error=access_denied&.*state=st4te$/],
    ] as const) {
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await openConsent(page, app, person)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
      expect(page.url()).toMatch(expected)
      await context.close()
    }
  }
})

test('approval_prompt=auto asks for no second consent after signing in again, and the policy allows the redirect', async ({
  browser,
  page,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await allowHere(page, app, person)
  const { businessId } = await app.exchange(page)
  const context = await browser.newContext()
  const fresh = await context.newPage()
  await fresh.goto(app.authorizeUrl({ businessId: String(businessId) }))
  await signInHere(fresh, person)
  await expect(fresh.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await context.close()
})

test('Back after the consent reports that it was answered, and links onward', async ({
  page,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await allowHere(page, app, person)
  await page.goBack()
  await expect(page.getByRole('heading', { ...heading, name: 'You’ve already answered this' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Counterfoil' })).toHaveAttribute('href', app.callback)
  await page.getByRole('link', { name: 'See connected apps' }).click()
  await expect(
    page.getByRole('heading', { ...heading, name: 'Apps and personal tokens that can see your businesses' }),
  ).toBeVisible()
})

test('a double click sends one answer', async ({ page, app, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await openConsent(page, app, person)
  await page.getByRole('button', { name: 'Allow access' }).dblclick({ noWaitAfter: true })
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await app.exchange(page)
})

test('renewing a plan returns to the same request with that business chosen', async ({
  page,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Old Harbour Books': 'lapsed', 'Small Plan Ltd': 'ineligible' })
  await openConsent(page, app, person)
  await expect(
    page.getByRole('heading', { ...heading, name: 'No business can be connected yet' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(page.getByRole('status')).toContainText('Nothing has changed yet.')
  await page.getByRole('link', { name: 'Renew Old Harbour Books' }).click()
  await page.getByRole('button', { name: 'Renew for Old Harbour Books' }).click()
  await expect(page.getByRole('radio', { name: /Old Harbour Books/ })).toBeChecked()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
})

test('with two people in one browser each request belongs to the chosen one', async ({
  page,
  app,
  makePerson,
}) => {
  const maya = await makePerson({ 'Maya Books': 'active' })
  const sam = await makePerson({ 'Sam Tools': 'active' })
  await openConsent(page, app, maya)
  await page.getByRole('link', { name: 'Not you? Use another account' }).click()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await signInHere(page, sam)
  await expect(page.getByText(sam.email, { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Sam Tools/ })).toBeChecked()

  const second = await page.context().newPage()
  await second.goto(app.authorizeUrl())
  await second.getByRole('button', { name: maya.email }).click()
  await expect(second.getByRole('radio', { name: /Maya Books/ })).toBeChecked()

  await page.getByRole('button', { name: 'Allow access' }).click()
  await second.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  const wire = (id: string | undefined) => Buffer.from(`Business:${id ?? ''}`).toString('base64')
  expect((await app.exchange(page))['businessId']).toBe(wire(sam.businesses['Sam Tools']))
  expect((await app.exchange(second))['businessId']).toBe(wire(maya.businesses['Maya Books']))
})

test('a person with more than eight businesses can search, and Enter in the search sends nothing', async ({
  page,
  app,
  makePerson,
}) => {
  const names = Array.from({ length: 9 }, (_, at) => `Shop ${String.fromCodePoint(65 + at)}`)
  const person = await makePerson(Object.fromEntries(names.map((name) => [name, 'active' as const])))
  await openConsent(page, app, person)
  await page.getByLabel('Find a business').fill('shop c')
  await page.getByLabel('Find a business').press('Enter')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all businesses' }).click()
  await expect(page.getByRole('radio')).toHaveCount(9)
  await page.getByRole('radio', { name: 'Shop D' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { ...heading, name: 'Let Counterfoil see your business?' }),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Shop D' })).toBeChecked()
})

test('the complete flow works with the keyboard alone', async ({ page, app, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Harbour Lane Bakery': 'active' })
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id || '')
  const tabTo = async (wanted: string | RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      const name = (await focused()).replaceAll(/\s+/g, ' ')
      if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way to ${String(wanted)} by Tab; last on ${await focused()}`)
  }
  await page.goto(app.authorizeUrl())
  await tabTo('email')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { ...heading, name: 'Let Counterfoil see your business?' }),
  ).toBeVisible()

  // Nothing chosen: the error summary is focused, and links to the first business.
  await tabTo(/^Allow access/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Northwind Trading|Harbour Lane/ }).nth(1)).toBeChecked()
  await tabTo(/^Show an example/)
  await page.keyboard.press('Enter')
  await expect(page.locator('details[open]')).toHaveCount(1)
  await tabTo(/^Allow access/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
})

test('the password is shown on request and hidden again', async ({ page, app }) => {
  await page.goto(app.authorizeUrl())
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret words')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('access that is removed here is invalid at once', async ({ page, stack, app, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await allowHere(page, app, person)
  const tokens = await app.exchange(page)
  expect(await app.call(tokens['access_token'])).toBe(200)
  await page.goto(`${stack.providerUrl}/connected-apps`)
  await page.getByRole('link', { name: 'Details of Counterfoil for Northwind Trading' }).click()
  await page.getByRole('link', { name: 'Remove access' }).click()
  await page.getByRole('button', { name: 'Remove access' }).click()
  await expect(
    page.getByRole('heading', { ...heading, name: 'Removed. Counterfoil can’t see Northwind Trading.' }),
  ).toBeVisible()
  expect(await app.call(tokens['access_token'])).toBe(401)
})

test('another site can neither frame the consent page nor post its answer', async ({
  browser,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  // A separate context, because this test expects the framing violation in the console.
  const context = await browser.newContext()
  const page = await context.newPage()
  await openConsent(page, app, person)
  const address = page.url()
  const evil = await context.newPage()
  await evil.goto(app.callback)
  const refused = evil.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await evil.setContent(
    `<iframe src="${address}"></iframe>
    <form method="post" action="${address}/answer"><input name="answer" value="allow"><button>win a prize</button></form>`,
  )
  await refused
  await evil.getByRole('button', { name: 'win a prize' }).click()
  await expect(
    evil.getByRole('heading', { ...heading, name: 'We stopped that to keep you safe' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await context.close()
})

test('a sign-in page continues after the person signed in in another tab', async ({
  page,
  app,
  makePerson,
}) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await page.goto(app.authorizeUrl())
  const other = await page.context().newPage()
  await openConsent(other, app, person)
  await expect(other.getByRole('button', { name: 'Allow access' })).toBeVisible()
  // Simulates showing the tab again; headless tabs are never hidden.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(
    page.getByRole('heading', { ...heading, name: 'Let Counterfoil see your business?' }),
  ).toBeVisible()
})

test('no cookie of these pages is readable by a script', async ({ page, app, makePerson }) => {
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await openConsent(page, app, person)
  await page.getByRole('button', { name: 'Français' }).click()
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await page.context().cookies(page.url())
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual(
    expect.arrayContaining(
      ['harbour_session', 'harbour_device', 'harbour_lang'].map((name) => [name, true, 'Lax']),
    ),
  )
})
