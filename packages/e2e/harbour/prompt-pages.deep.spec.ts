import { expectAccessible } from './accessibility.ts'
import {
  allowHere,
  expect,
  guessUntilRefused,
  openConsent,
  SCOPES,
  signInHere,
  test,
} from './harbour-fixtures.ts'

test('signing in, choosing an account and consent are accessible and fit in every state', async ({
  page,
  app,
  makeApp,
  makePerson,
}, info) => {
  const looks = (name: string) => expectAccessible(page, info, name)
  const maya = await makePerson({
    'Northwind Trading': 'active',
    'Harbour Lane Bakery': 'active',
    'Fern & Co': 'lapsed',
    'Quay Street Studio': 'ineligible',
  })
  const wire = (name: string) => Buffer.from(`Business:${maya.businesses[name] ?? ''}`).toString('base64')
  await page.goto(app.authorizeUrl())
  await looks('sign-in')
  await signInHere(page, { email: '', password: '' })
  await looks('sign-in-empty')
  await signInHere(page, { email: maya.email, password: 'wrong' })
  await looks('sign-in-wrong')
  await signInHere(page, maya)
  await looks('consent')
  await page.getByRole('button', { name: 'Allow access' }).click()
  await looks('consent-choose')
  await page.goto(app.authorizeUrl({ businessId: wire('Northwind Trading') }))
  await looks('consent-asked')
  await page.goto(app.authorizeUrl({ businessId: wire('Fern & Co') }))
  await looks('consent-blocked')
  await page.goto(app.authorizeUrl({ businessId: 'nonsense' }))
  await looks('consent-unknown')
  const robot = await makeApp(
    '--name',
    'Ledger Robot',
    '--no-checked',
    '--reason',
    'invoice:write=to invoice your hours',
  )
  await page.goto(robot.authorizeUrl({ scope: `${SCOPES} invoice:write invoice:send customer:*` }))
  await looks('consent-unchecked-changes')
  const fleet = await makeApp('--name', 'Fleet View', '--restriction', 'all_businesses')
  await page.goto(fleet.authorizeUrl())
  await looks('consent-all')
  await allowHere(page, app, maya, 'Northwind Trading')
  await app.exchange(page)
  await page.goto(app.authorizeUrl({ approval_prompt: 'force', businessId: wire('Northwind Trading') }))
  await looks('consent-again')
  await page.goto(
    app.authorizeUrl({ scope: `${SCOPES} vendor:read estimate:read`, businessId: wire('Northwind Trading') }),
  )
  await looks('consent-more')
  await page.getByRole('link', { name: 'Not you? Use another account' }).click()
  await looks('accounts')
})

test('the pages without a choice and the stop pages are accessible and fit', async ({
  page,
  stack,
  app,
  makePerson,
}, info) => {
  const looks = (name: string) => expectAccessible(page, info, name)
  const lapsed = await makePerson({ 'Old Harbour Books': 'lapsed', 'Small Plan Ltd': 'ineligible' })
  await openConsent(page, app, lapsed)
  await looks('none')
  await page.getByRole('link', { name: 'Check again' }).click()
  await looks('none-checked')
  await page.getByRole('link', { name: /Renew/ }).click()
  await looks('plans-for-a-request')
  await page.getByRole('link', { name: 'Back to Counterfoil’s request' }).click()
  await page.getByRole('button', { name: 'Tell Counterfoil “not now”' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  await page.goBack()
  await looks('answered')

  const empty = await makePerson({})
  await page.context().clearCookies()
  await openConsent(page, app, empty)
  await looks('empty')

  for (const [name, path] of [
    ['not-found', '/nothing-here'],
    ['wrong-link', '/oauth2/authorize/?client_id=nobody'],
    ['expired', `/authorize/${'x'.repeat(32)}`],
    ['help', '/help'],
    ['privacy', '/privacy'],
  ] as const) {
    await page.goto(stack.providerUrl + path)
    await looks(name)
  }
  await page.context().clearCookies()
  await page.goto(app.authorizeUrl())
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await looks('cookies-blocked')
  await page.goto(app.authorizeUrl())
  await guessUntilRefused(page, 'guess@harbour.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Too many attempts' })).toBeVisible()
  await looks('too-many')
})

test('the rarely seen pages are accessible and fit', async ({ page, stack, app, makePerson }, info) => {
  const looks = (name: string) => expectAccessible(page, info, name)
  const person = await makePerson({ 'Northwind Trading': 'active' })
  await openConsent(page, app, person)
  const form = await page.evaluate(() => {
    const inputs = document.querySelectorAll<HTMLInputElement>('form[action$="/answer"] input')
    return Object.fromEntries([...inputs].map((input) => [input.name, input.value]))
  })
  const post = (origin: string, answer: string) =>
    page.request.post(`${page.url()}/answer`, {
      form: { ...form, answer },
      headers: { origin },
      maxRedirects: 0,
    })
  // The pages of a redirect that is not followed, and the answer to another site's form.
  const foreign = await post('http://evil.example', 'allow')
  const goingBack = await post(stack.providerUrl, 'deny')
  expect([foreign.status(), goingBack.status()]).toEqual([403, 303])
  await page.setContent(await foreign.text())
  await looks('foreign-form')
  await page.setContent(await goingBack.text())
  await expect(page.getByText('You didn’t allow access.')).toBeVisible()
  await looks('going-back')

  await stack.harbour('user', 'disable', '--user', person.email)
  await page.context().clearCookies()
  await page.goto(app.authorizeUrl())
  await signInHere(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'This account can’t be used' })).toBeVisible()
  await looks('account-closed')
})
