import { HARBOUR_SITE_PAGES } from '@counterfoil/testkit/walked-pages'
import { expect } from './harbour-fixtures.ts'
import {
  LONG_ADDRESS,
  LONG_APP,
  allow,
  long,
  people,
  press,
  sendDocuments,
  signIn,
  turnCodesOn,
  watch,
} from './large-text.ts'

people.use({ locale: 'fr-CA' })

people(
  'the pages of the site keep to a phone with text of 200 %, in French, whatever the names',
  async ({ page, stack, makeApp, longPerson }, info) => {
    const { fits, tooWide, unseen } = watch(page, info, HARBOUR_SITE_PAGES)
    const go = (path: string) => page.goto(stack.providerUrl + path)
    const app = await makeApp(...LONG_APP)
    const person = await longPerson(3)
    const [first = '', second = ''] = person.businesses
    for (const path of ['/', '/help', '/privacy', '/forgot-password', '/reset-password']) {
      await go(path)
      await fits(`front-${path.slice(1)}`)
    }
    await go('/connected-apps')
    await fits('sign-in-of-the-site')
    await signIn(page, person.email)
    await fits('apps-empty')
    await allow(page, app, first)
    await app.call((await app.exchange(page))['access_token'])
    await allow(page, app, second)
    await app.exchange(page)
    await stack.harbour('plan', 'set', '--business', second, '--state', 'lapsed')
    await go('/')
    await fits('home')
    await page.locator('a[href$="/payment-details"]').first().click()
    await fits('payment-details')
    await page.locator('#paymentDetails').fill(long('www.pay.example'))
    await press(page, '$="/payment-details"')
    await fits('payment-details-refused')
    await go('/connected-apps')
    await fits('apps')
    await go(`/connected-apps?q=${long('nothing')}`)
    await fits('apps-no-match')

    // Another person shares all businesses, one of which is also this person's.
    const other = await longPerson(1)
    const fleet = await makeApp('--name', long('Fleet'), '--restriction', 'all_businesses')
    const theirs = await page.context().browser()?.newContext()
    const theirPage = await theirs?.newPage()
    if (theirs === undefined || theirPage === undefined) throw new Error('no browser')
    await theirPage.goto(fleet.authorizeUrl())
    await signIn(theirPage, other.email)
    await press(theirPage, '$="/answer"', 'button[value=allow]')
    await fleet.exchange(theirPage)
    await theirs.close()
    await stack.harbour(
      'member',
      'add',
      '--user',
      person.email,
      '--business',
      other.businesses[0] ?? '',
      '--role',
      'admin',
    )
    await go('/connected-apps')
    await fits('apps-of-others')
    await page.locator('main a[href*="/businesses/"]').first().click()
    await fits('app-of-others')
    await page.goto(`${page.url()}/remove`)
    await fits('app-of-others-remove')

    await go('/connected-apps')
    await page.locator('main a[href^="/connected-apps/"]:not([href*=businesses],[href$=all])').first().click()
    await page.evaluate(() =>
      document.querySelectorAll('details').forEach((details) => (details.open = true)),
    )
    await fits('app')
    await page.goto(`${page.url()}/remove`)
    await fits('app-remove')
    await press(page, '$="/remove"')
    await fits('app-removed')
    await go('/confirm-password')
    await fits('confirm-password')
    await page.locator('#password').fill('mistyped')
    await press(page, '="/confirm-password"', 'button.primary')
    await fits('confirm-password-wrong')
    await go('/connected-apps/remove-all')
    await fits('remove-all')
    await press(page, '$="/remove-all"')
    await fits('removed-all')
    await go('/security')
    await fits('security')
    await go('/security/password')
    await fits('security-password')
    const recoveryCode = await turnCodesOn(page, stack, fits)
    await go('/security/recovery-codes')
    await fits('codes-renew')
    await press(page, '="/security/recovery-codes"', 'button.primary')
    await fits('codes-renew-wrong')
    await page.locator('#code').fill(recoveryCode)
    await press(page, '="/security/recovery-codes"', 'button.primary')
    await expect(page.getByRole('heading', { level: 1, name: 'Vos nouveaux codes de secours' })).toBeVisible()
    await expect(page.locator('#recovery-codes li')).toHaveCount(10)
    await expect(page.locator('#recovery-codes')).not.toContainText(recoveryCode)
    await fits('codes-renewed')
    await go('/security/turn-off')
    await fits('codes-off')
    await press(page, '="/security/turn-off"', 'button.danger')
    await fits('codes-off-wrong')
    await go('/developers/tokens/new')
    await fits('token-new')
    await press(page, '="/developers/tokens/new"', 'button.primary')
    await fits('token-new-wrong')
    await page.locator('#name').fill(long('Job'))
    await page.locator('#scopes').fill('business:* customer:* product:* invoice:* estimate:* account:*')
    await press(page, '="/developers/tokens/new"', 'button.primary')
    await fits('token-made')
    const token = await page.locator('#secret').innerText()
    for (const [name, address] of await sendDocuments(page, { url: stack.graphqlUrl, token })) {
      await page.goto(address)
      await fits(name)
    }
    await go('/messages')
    await fits('messages')
    await page.locator('main a[href^="/messages/"]').first().click()
    await fits('message')
    await go('/developers')
    await fits('developers-tokens')
    await go('/connected-apps')
    await page.locator('main a[href^="/connected-apps/"]:not([href*=businesses],[href$=all])').first().click()
    await fits('token')
    await page.goto(`${page.url()}/remove`)
    await fits('token-remove')
    await press(page, '$="/remove"')
    await fits('token-removed')
    await go('/plans')
    await fits('plans')
    await press(page, '="/plans/renew"')
    await fits('plans-renewed')
    await press(page, '="/plans/create"')
    await fits('plans-wrong')
    await page.locator('#name').fill(long('New'))
    await press(page, '="/plans/create"')
    await fits('plans-created')

    await go('/developers')
    await fits('developers-empty')
    await go('/developers/new')
    await fits('developers-new')
    await page.locator('#redirects').fill(`ftp://x/\n${LONG_ADDRESS}/../b`)
    await page.locator('#scopes').fill(`${long('scope')}:read`)
    await press(page, '="/developers/new"', 'button.primary')
    await fits('developers-new-wrong')
    await page.locator('#name').fill(long('Tide'))
    await page.locator('#redirects').fill(LONG_ADDRESS)
    await page
      .locator('#scopes')
      .fill('user:* business:* account:* customer:* invoice:* transaction:* product:*')
    await press(page, '="/developers/new"', 'button.primary')
    await fits('developers-made')
    await go('/developers')
    await fits('developers')
    await page.locator('main a[href^="/developers/"]:not([href$=new])').first().click()
    const own = page.url()
    await fits('developers-application')
    for (const [name, tried] of [
      ['accepted', `${LONG_ADDRESS}/deeper`],
      ['refused', LONG_ADDRESS.replace('https', 'http')],
    ] as const) {
      await page.goto(`${own}?uri=${encodeURIComponent(tried)}`)
      await fits(`developers-${name}`)
    }
    await press(page, '$="/rotate"')
    await fits('developers-rotated')
    await page.goto(own)
    await fits('developers-two-secrets')
    await page.goto(`${own}/edit`)
    await fits('developers-edit')
    await page.goto(`${own}/log`)
    await fits('developers-log-empty')
    const busy = await makeApp('--name', long('Busy'), '--owner', person.email)
    for (const scope of ['vendor:nothing', long('scope')]) await page.goto(busy.authorizeUrl({ scope }))
    await page.goto(busy.authorizeUrl({ redirect_uri: LONG_ADDRESS }))
    await go('/developers')
    await page
      .locator('main a', { hasText: long('Busy') })
      .first()
      .click()
    const log = `${page.url()}/log`
    await page.goto(log)
    await fits('developers-log')
    await page.goto(`${log}?endpoint=graphql&outcome=failed`)
    await fits('developers-log-no-match')
    await page.goto(`${own}/delete`)
    await fits('developers-delete')
    await press(page, '$="/delete"')
    await fits('developers-deleted')
    await go('/oauth2/end-session/')
    await fits('end-session')
    await go('/sign-out')
    await fits('sign-out')
    await press(page, '="/sign-out"')
    await fits('signed-out')
    await go('/sign-in')
    await signIn(page, person.email)
    await fits('code')
    await press(page, '="/sign-in/code"', 'button.primary')
    await fits('code-wrong')
    await page.locator('main a[href*="way=recovery"]').click()
    await fits('recovery-code')
    expect(tooWide).toEqual([])
    expect(unseen()).toEqual([])
  },
)
