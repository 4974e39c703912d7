import type { Page, TestInfo } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { HARBOUR_REQUEST_PAGES, HARBOUR_SITE_PAGES, pageOf } from '@counterfoil/testkit/walked-pages'
import { sidewaysScrollOfLargeText } from './good-looks.ts'
import { DEMO_PASSWORD, expect, SCOPES, test, type TestApp } from './harbour-fixtures.ts'

test.setTimeout(240_000)

/** A hundred characters, which is as long as a name may be, without a place to break. */
const long = (start: string) => `${start}${'wmdonaudampfschifffahrt'.repeat(5)}`.slice(0, 100)
const LONG_ADDRESS = `https://${'quaybooks'.repeat(5)}.example/${'callback'.repeat(20)}`

/**
 * Keeps a picture of a page in text of 200 % on a phone, and the names of those that scroll sideways.
 * @param pages The addresses that are to be seen; `unseen` says which were not
 */
function watch(page: Page, info: TestInfo, pages: readonly string[]) {
  const tooWide: string[] = []
  const seen = new Set<string | undefined>()
  const fits = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const scroll = await sidewaysScrollOfLargeText(page, info.outputPath(`${name}-200.png`))
    if (scroll > 0) tooWide.push(`${name}: ${scroll} px`)
    if (page.url().startsWith('http')) seen.add(pageOf(page.url(), pages))
  }
  return { fits, tooWide, unseen: () => pages.filter((address) => !seen.has(address)) }
}

const press = (page: Page, form: string, button = 'button') =>
  page.locator(`main form[action${form}] ${button}`).first().click()

async function signIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await press(page, '$="/sign-in"', 'button.primary')
}

/** Turns on codes of an app, with a first one of the key on the page. @returns a recovery code */
async function turnCodesOn(page: Page, stack: Stack, fits: (name: string) => Promise<void>): Promise<string> {
  await page.goto(`${stack.providerUrl}/security/turn-on`)
  await fits('codes-set-up')
  const key = (await page.locator('#key').innerText()).replaceAll(' ', '')
  await page
    .locator('#code')
    .fill(new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: await stack.now() }))
  await press(page, '="/security/turn-on"', 'button.primary')
  await fits('recovery-codes')
  return page.locator('#recovery-codes li').first().innerText()
}

/** A person with names and an address as long as they may be. */
const people = test.extend<{
  longPerson: (businesses: number) => Promise<{ email: string; businesses: readonly string[] }>
}>({
  longPerson: async ({ stack }, use) => {
    await use(async (count) => {
      const email = `${crypto.randomUUID().slice(0, 8)}${'w'.repeat(56)}@harbour.example`
      const named = ['--email', email, '--first-name', long('Wm'), '--last-name', long('Mw')]
      await stack.harbour('user', 'create', ...named, '--password', DEMO_PASSWORD)
      const businesses: string[] = []
      for (let index = 0; index < count; index += 1) {
        const name = long(`${index}${email.slice(0, 8)}`)
        const made = await stack.harbour('business', 'create', '--owner', email, '--name', name)
        businesses.push((made as { id: string }).id)
      }
      return { email, businesses }
    })
  },
})

/** Sends an invoice and an estimate with names as long as they may be; answers the pages of both, by name. */
async function sendDocuments(page: Page, { url, token }: { readonly url: string; readonly token: string }) {
  const ask = async (query: string, input?: Readonly<Record<string, unknown>>) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.post(url, { headers, data: { query, variables: { input } } })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  }
  const change = async (name: string, input: Readonly<Record<string, unknown>>, fields: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const operation = `mutation ($input: ${type}) { made: ${name}(input: $input) { inputErrors { message } ${fields} } }`
    const { made } = await ask(operation, input)
    expect(made.inputErrors).toEqual([])
    return made
  }
  const { businesses } = await ask('{ businesses { edges { node { id } } } }')
  const businessId = businesses.edges[0].node.id
  const { business } = await ask(
    `{ business(id: "${businessId}") { accounts(subtypes: [INCOME]) { edges { node { id } } } } }`,
  )
  const email = 'ada@quay.example'
  const { customer } = await change(
    'customerCreate',
    { businessId, name: long('Ada'), email },
    'customer { id }',
  )
  const { product } = await change(
    'productCreate',
    {
      ...{ businessId, name: long('Design'), unitPrice: '123456789.00' },
      incomeAccountId: business.accounts.edges[0].node.id,
    },
    'product { id }',
  )
  const items = [{ productId: product.id, quantity: '3' }]
  const { invoice } = await change(
    'invoiceCreate',
    { businessId, customerId: customer.id, status: 'SAVED', items },
    'invoice { id viewUrl }',
  )
  await change('invoiceSend', { invoiceId: invoice.id, to: [email], attachPDF: true }, 'didSucceed')
  const { estimate } = await change(
    'estimateCreate',
    {
      ...{ businessId, customerId: customer.id },
      items: [{ productId: product.id, quantity: '3', unitPrice: '123456789.00' }],
    },
    'estimate { id viewUrl }',
  )
  await change('estimateApprove', { estimateId: estimate.id }, 'didSucceed')
  return [
    ['shared-invoice', invoice.viewUrl],
    ['shared-estimate', estimate.viewUrl],
  ] as const
}

people.use({ locale: 'fr-CA' })

const LONG_APP = ['--name', long('App'), '--no-checked', '--optional-scopes', 'product:read'] as const
const allow = async (page: Page, app: TestApp, business?: string, parameters = {}) => {
  await page.goto(app.authorizeUrl({ approval_prompt: 'force', ...parameters }))
  if (business !== undefined) await page.locator(`input[value="${business}"]`).check()
  await press(page, '$="/answer"', 'button[value=allow]')
  await expect(page.getByRole('heading', { name: 'Back at the app' })).toBeVisible()
}

people(
  'the pages of a request keep to a phone with text of 200 %, in French, whatever the names',
  async ({ page, stack, makeApp, longPerson }, info) => {
    const { fits, tooWide, unseen } = watch(page, info, HARBOUR_REQUEST_PAGES)
    const app = await makeApp(...LONG_APP, '--reason', `account:read=${long('why')}`)
    const person = await longPerson(13)
    const neighbour = await longPerson(1)
    const [first = '', second = '', ...others] = person.businesses
    const states = ['plan_ended', 'trial_over', 'payment_failed'] as const
    for (const [index, reason] of states.entries())
      await stack.harbour(
        'plan',
        'set',
        '--business',
        others[index] ?? '',
        '--state',
        'lapsed',
        '--reason',
        reason,
        '--plan-name',
        long('Pro'),
      )
    await stack.harbour('plan', 'set', '--business', others[3] ?? '', '--state', 'ineligible')
    await stack.harbour('business', 'create', '--owner', person.email, '--name', long('Old'), '--archived')
    await stack.harbour(
      'member',
      'add',
      '--user',
      person.email,
      '--business',
      neighbour.businesses[0] ?? '',
      '--role',
      'viewer',
    )
    const wire = (id: string) => Buffer.from(`Business:${id}`).toString('base64')

    await page.goto(app.authorizeUrl())
    await fits('sign-in')
    await signIn(page, '', '')
    await fits('sign-in-empty')
    await signIn(page, person.email, 'mistyped')
    await fits('sign-in-wrong')
    await signIn(page, person.email)
    await fits('consent')
    await page.locator('input[name=q]').fill(long('nothing'))
    await page.locator('input[name=q]').press('Enter')
    await fits('consent-no-match')
    await page.goto(app.authorizeUrl())
    await press(page, '$="/answer"', 'button[value=allow]')
    await fits('consent-choose')
    for (const [name, business] of [
      ['asked', wire(first)],
      ['blocked', wire(others[0] ?? '')],
      ['unknown', 'nonsense'],
    ] as const) {
      await page.goto(app.authorizeUrl({ businessId: business }))
      await fits(`consent-${name}`)
    }
    const robot = await makeApp('--name', long('Robot'), '--reason', `invoice:write=${long('why')}`)
    const all = 'customer:* account:* transaction:* sales_tax:* vendor:* estimate:* product:*'
    await page.goto(
      robot.authorizeUrl({ scope: `${SCOPES} user:* business:* invoice:write invoice:send ${all}` }),
    )
    await fits('consent-changes')
    const fleet = await makeApp('--name', long('Fleet'), '--restriction', 'all_businesses')
    await page.goto(fleet.authorizeUrl())
    await fits('consent-all')
    await allow(page, app, first)
    await app.exchange(page)
    await page.goto(app.authorizeUrl({ approval_prompt: 'force', businessId: wire(first) }))
    await fits('consent-again')
    await page.goto(
      app.authorizeUrl({ scope: `${SCOPES} vendor:read estimate:read`, businessId: wire(first) }),
    )
    await fits('consent-more')
    await stack.harbour('plan', 'set', '--business', second, '--state', 'lapsed')
    await page.goto(`${page.url()}/accounts`)
    await fits('accounts')

    const answer = page.url().replace(/accounts$/, 'answer')
    const french = { 'accept-language': 'fr-CA' }
    const foreign = await page.request.post(answer, { headers: { ...french, origin: 'http://evil.example' } })
    await page.setContent(await foreign.text())
    await fits('foreign-form')
    await page.goto(answer.replace(/\/answer$/, ''))
    const form = await page.evaluate(() => {
      const inputs = document.querySelectorAll<HTMLInputElement>('form[action$="/answer"] input[type=hidden]')
      return Object.fromEntries([...inputs].map((input) => [input.name, input.value]))
    })
    const headers = { ...french, origin: stack.providerUrl }
    const stale = await page.request.post(answer, { form: { ...form, csrf: 'stale' }, headers })
    await page.setContent(await stale.text())
    await fits('stale-form')
    const denied = await page.request.post(answer, {
      form: { ...form, answer: 'deny' },
      headers,
      maxRedirects: 0,
    })
    await page.setContent(await denied.text())
    await fits('going-back')
    await page.goto(answer.replace(/\/answer$/, ''))
    await fits('answered')

    for (const [name, path] of [
      ['wrong-link', '/oauth2/authorize/?client_id=nobody'],
      ['expired', `/authorize/${'x'.repeat(32)}`],
      ['not-found', '/nothing-here'],
    ] as const) {
      await page.goto(stack.providerUrl + path)
      await fits(name)
    }

    const poor = await longPerson(1)
    await stack.harbour(
      'plan',
      'set',
      '--business',
      poor.businesses[0] ?? '',
      '--state',
      'lapsed',
      '--plan-name',
      long('Pro'),
    )
    await page.context().clearCookies()
    await page.goto(app.authorizeUrl())
    await signIn(page, poor.email)
    await fits('none')
    await page.goto(`${page.url()}?checked=1`)
    await fits('none-checked')
    await page.locator('main a[href^="/plans"]').first().click()
    await fits('plans-for-a-request')
    const careful = await longPerson(1)
    await page.context().clearCookies()
    await page.goto(`${stack.providerUrl}/security`)
    await signIn(page, careful.email)
    await turnCodesOn(page, stack, () => Promise.resolve())
    await page.context().clearCookies()
    await page.goto(app.authorizeUrl())
    await signIn(page, careful.email)
    await fits('code')
    const empty = await longPerson(0)
    await page.context().clearCookies()
    await page.goto(app.authorizeUrl())
    await signIn(page, empty.email)
    await fits('empty')
    await stack.harbour('user', 'disable', '--user', empty.email)
    await page.context().clearCookies()
    await page.goto(app.authorizeUrl())
    await signIn(page, empty.email)
    await fits('account-closed')
    await page.goto(app.authorizeUrl())
    for (let tries = 0; tries < 8; tries += 1)
      await signIn(page, `${empty.email}.fr`, 'guess').catch(() => undefined)
    await expect(page.locator('#email')).toHaveCount(0)
    await fits('too-many')
    expect(tooWide).toEqual([])
    expect(unseen()).toEqual([])
  },
)

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
    await go('/connected-apps')
    await fits('apps')
    await go(`/connected-apps?q=${long('nothing')}`)
    await fits('apps-no-match')

    // What somebody else shares of all their businesses, one of them also this person's.
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
    await page.locator('main a[href$="/end"]').click()
    await fits('token-end')
    await press(page, '$="/end"')
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
