import { expectAccessible } from './accessibility.ts'
import { allowHere, expect, signInHere, test } from './harbour-fixtures.ts'

test('the pages of the site are accessible and fit', async ({
  page,
  stack,
  app,
  makeApp,
  makePerson,
}, info) => {
  const looks = (name: string) => expectAccessible(page, info, name)
  const go = (path: string) => page.goto(stack.providerUrl + path)
  const maya = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'active' })
  await go('/')
  await looks('front')
  await go('/connected-apps')
  await signInHere(page, maya)
  await looks('apps-empty')
  await allowHere(page, app, maya, 'Northwind Trading')
  const tokens = await app.exchange(page)
  await app.call(tokens['access_token'])
  await allowHere(page, app, maya, 'Fern & Co')
  await app.exchange(page)
  await stack.harbour('plan', 'set', '--business', maya.businesses['Fern & Co'] ?? '', '--state', 'lapsed')
  await go('/connected-apps')
  await looks('apps')
  await go('/connected-apps?q=nothing')
  await looks('apps-no-match')
  await go('/connected-apps')
  await page.getByRole('link', { name: 'Details of Counterfoil for Northwind Trading' }).click()
  await looks('app')
  await page.getByRole('link', { name: 'Remove access' }).click()
  await looks('app-remove')
  await page.getByRole('button', { name: 'Remove access' }).click()
  await looks('app-removed')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Counterfoil has no access' })).toBeVisible()
  await looks('app-already-removed')
  await go('/connected-apps/remove-all')
  await looks('remove-all')
  await go('/confirm-password')
  await looks('confirm-password')
  await go('/plans')
  await looks('plans')
  await go('/')
  await looks('home')

  await go('/developers')
  await looks('developers-empty')
  await page.getByRole('link', { name: 'Register an application' }).click()
  await looks('developers-new')
  await page.getByLabel('Redirect entries').fill('ftp://x/\nhttps://a.example/../b')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await looks('developers-new-wrong')
  await page.getByLabel('Name', { exact: true }).fill('Tide Table')
  await page.getByLabel('Redirect entries').fill('https://tide.example/callback')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await looks('developers-made')
  await page.getByRole('link', { name: 'Continue' }).click()
  await looks('developers-application')
  await page.getByLabel('Address').fill('https://tide.example/callback/deeper')
  await page.getByRole('button', { name: 'Try it' }).click()
  await looks('developers-accepted')
  await page.getByLabel('Address').fill('https://tide.example.evil.example/callback')
  await page.getByRole('button', { name: 'Try it' }).click()
  await looks('developers-refused')
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await looks('developers-rotated')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Read the log' }).click()
  await looks('developers-log-empty')
  await go('/developers')
  await looks('developers')
  await page.getByRole('link', { name: 'Open Tide Table' }).click()
  await page.getByRole('link', { name: 'Delete the application' }).click()
  await looks('developers-delete')
  const own = await makeApp('--name', 'Busy', '--owner', maya.email)
  await page.goto(own.authorizeUrl({ scope: 'vendor:nothing' }))
  await app.call('nothing')
  await go('/developers')
  await page.getByRole('link', { name: 'Open Busy' }).click()
  await page.getByRole('link', { name: 'Read the log' }).click()
  await expect(page.getByText('invalid_scope')).toBeVisible()
  await looks('developers-log')
  await go('/oauth2/end-session/')
  await looks('end-session')
  await go('/sign-out')
  await looks('sign-out')
  await page.getByRole('button', { name: /Sign out/ }).click()
  await looks('signed-out')
})

test('every page is translated into German, and fits', async ({ browser, stack, app, makePerson }, info) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'lapsed' })
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(app.authorizeUrl())
  await expectAccessible(page, info, 'de-sign-in')
  await page.getByLabel('E-Mail', { exact: true }).fill(person.email)
  await page.getByLabel('Passwort', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Darf Counterfoil Ihr Unternehmen sehen?' }),
  ).toBeVisible()
  await expectAccessible(page, info, 'de-consent')
  await page.getByRole('button', { name: 'Zugriff erlauben' }).click()
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
  for (const [name, path] of [
    ['de-home', '/'],
    ['de-plans', '/plans'],
    ['de-apps', '/connected-apps'],
    ['de-security', '/security'],
    ['de-developers-new', '/developers/new'],
    ['de-help', '/help'],
    ['de-privacy', '/privacy'],
    ['de-not-found', '/nowhere'],
  ] as const) {
    await page.goto(stack.providerUrl + path)
    await expectAccessible(page, info, name)
  }
  await context.close()
})

test('every page is translated into French, and fits', async ({ browser, stack, app, makePerson }, info) => {
  const person = await makePerson({ 'Northwind Trading': 'active', 'Fern & Co': 'lapsed' })
  const context = await browser.newContext({ locale: 'fr-CA' })
  const page = await context.newPage()
  await page.goto(app.authorizeUrl())
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter à Harbour' })).toBeVisible()
  await page.getByLabel('Adresse courriel').fill(person.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /Autoriser Counterfoil à voir votre entreprise/ }),
  ).toBeVisible()
  await expectAccessible(page, info, 'fr-consent')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Let Counterfoil see your business?' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Français' }).click()
  for (const [name, path] of [
    ['fr-plans', '/plans'],
    ['fr-apps', '/connected-apps'],
    ['fr-developers-new', '/developers/new'],
    ['fr-help', '/help'],
  ] as const) {
    await page.goto(stack.providerUrl + path)
    await expectAccessible(page, info, name)
  }
  await context.close()
})
