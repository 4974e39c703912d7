import { HARBOUR_REQUEST_PAGES } from '@counterfoil/testkit/walked-pages'
import { expect, guessUntilRefused, SCOPES } from './harbour-fixtures.ts'
import { LONG_APP, allow, long, people, press, signIn, turnCodesOn, watch } from './large-text.ts'

people.use({ locale: 'fr-CA' })

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
    await guessUntilRefused(page, `${empty.email}.fr`)
    await fits('too-many')
    expect(tooWide).toEqual([])
    expect(unseen()).toEqual([])
  },
)
