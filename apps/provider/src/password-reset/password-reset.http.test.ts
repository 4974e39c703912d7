import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import { createDocumentAuthor } from '#shared-documents/testing/document-author.ts'
import { headingOf, signIn as signInOn } from '#testing/harbour-client.ts'
import type { ReceivedMail } from '@counterfoil/testkit/mail-server'
import { startProvider } from '#testing/provider-fixture.ts'
import {
  ask,
  greeting,
  linkIn,
  MANY,
  NEW_PASSWORD,
  newAgent,
  sendMails,
  setPassword,
  signedIn,
  start,
  startMails,
  visit,
  world,
} from './testing/password-reset-fixture.ts'

startMails()

describe.each(['memory', 'postgres'] as const)('a person who forgot their password (%s)', (kind) => {
  beforeAll(async () => {
    world.provider = await start(kind === 'memory' ? { kind } : undefined)
  })
  afterAll(() => world.provider.close())

  it('gets a link by mail, sets a new password, and is signed out everywhere; apps stay connected', async () => {
    const elsewhere = await signedIn(MANY.email)
    const client = await world.provider.createClient()
    const { accessToken } = await world.provider.connect(client)
    expect(await greeting(elsewhere)).toBe('Hello, Maya Chen')

    const page = await ask(MANY.email.toUpperCase())
    expect(headingOf(page)).toBe('Check your email')
    expect(world.server.received).toEqual([])
    await sendMails()
    const [mail, ...others] = world.server.received
    expect(others).toEqual([])
    expect(mail?.to).toEqual([MANY.email])
    expect(mail?.headers.get('from')).toBe('Harbour <accounts@harbour.example>')
    expect(mail?.headers.get('subject')).toBe('Set a new password for Harbour')
    expect(mail?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(mail?.text).toMatch(/^On \d+\u00A0\w+\u00A0\d{4} at \d\d:\d\d UTC somebody asked/)
    expect(mail?.text).toContain('If it was not you, do nothing')
    expect(mail?.raw).not.toContain('198.51.100')
    const link = linkIn(mail)
    expect(link.startsWith(world.provider.base)).toBe(true)

    const browser = newAgent()
    const opened = await browser.send('GET', link)
    expect(opened.status).toBe(303)
    expect(opened.location).toBe(`${world.provider.base}/reset-password`)
    expect(opened.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    const form = await visit(browser, '/reset-password')
    expect(headingOf(form)).toBe('Set a new password')
    expect(form.body).toContain(MANY.email)
    expect(form.body).not.toContain('hpr_')
    const short = await setPassword(browser, link, 'short')
    expect(short.status).toBe(422)
    expect(short.body).toContain('Enter at least 8 characters')

    const done = await setPassword(browser, link, NEW_PASSWORD)
    expect(headingOf(done)).toBe('Your new password is set')
    expect(await greeting(elsewhere)).toBe('Harbour')
    expect(await greeting(await signedIn(MANY.email, DEMO_PASSWORD))).toBe('Harbour')
    expect(await greeting(await signedIn(MANY.email, NEW_PASSWORD))).toBe('Hello, Maya Chen')
    expect(await world.provider.bearer(accessToken)).toBe('active')
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')

    await sendMails()
    const subjectOf = ({ headers }: ReceivedMail) => headers.get('subject')
    expect(world.server.received.map(subjectOf)).toEqual([
      'Set a new password for Harbour',
      'Your Harbour password was changed',
      'New sign-in to your Harbour account',
    ])
    const notice = world.server.received[1]
    expect(notice?.text).toContain('was signed out, in every browser')
    expect(notice?.text).not.toContain('hpr_')
    await sendMails()
    expect(world.server.received).toHaveLength(3)
    const left = await sql`select 1 from account_mails union all select 1 from password_resets`.execute(
      world.provider.deps.db,
    )
    expect(left.rows).toEqual([])
  })
})

describe('personal tokens at a password reset', () => {
  beforeAll(async () => {
    world.provider = await start()
  })
  afterAll(() => world.provider.close())

  async function reset(fields: Readonly<Record<string, string>>) {
    await ask(MANY.email)
    await sendMails()
    const isLink = ({ text }: { readonly text: string }) => text.includes('/reset-password?token=')
    const link = linkIn(world.server.received.findLast(isLink))
    const browser = newAgent()
    await browser.visit(link)
    const form = await visit(browser, '/reset-password')
    const done = await browser.submit(form, formTo(form, '/reset-password'), {
      password: NEW_PASSWORD,
      ...fields,
    })
    return { form, done }
  }

  it('stay valid by default, and are listed on the next page', async () => {
    const { token } = await world.provider.deps.personalTokens.mint(MANY.id, { name: 'script' })
    const { form, done } = await reset({})
    expect(form.body).toContain('Also end the access of my script.')
    expect(done.body).toMatch(/>script and all your businesses<[^]*>Personal token<[^]*>Since \d+\u00A0\w+</)
    expect(await world.provider.bearer(token)).toBe('active')
  })

  it('are revoked if that is chosen', async () => {
    const { token } = await world.provider.deps.personalTokens.mint(MANY.id, { name: 'another' })
    world.provider.advance(60_000)
    const { form, done } = await reset({ end_tokens: '1' })
    expect(form.body).toContain('Also end the access of my 2 scripts.')
    expect(done.body).not.toContain('another and all your businesses')
    expect(await world.provider.bearer(token)).not.toBe('active')
    expect((await reset({})).form.body).not.toContain('end_tokens')
  })
})

describe('access created by an intruder who knew the password', () => {
  beforeAll(async () => {
    world.provider = await start()
  })
  afterAll(() => world.provider.close())

  it('is ended by a password reset, or listed afterwards with its date and a link to end it', async () => {
    const { provider } = world
    const { id: userId, email } = DEMO_USERS.single
    const intruder = await signedIn(email)
    const client = await provider.createClient({ name: 'Sly Ledger' })
    const connected = await provider.connect(client, { userId, businessId: DEMO_BUSINESSES.okafor.id })
    const own = await provider.createClient({ name: 'Sly App', ownerUserId: userId })
    const { token } = await provider.deps.personalTokens.mint(userId, { name: 'sly script' })
    await provider.deps.db
      .insertInto('passkeys')
      .values({
        ...{
          id: newUuid<PasskeyId>(),
          user_id: userId,
          name: 'Sly phone',
          credential_id: 'sly',
          public_key: '',
        },
        ...{ counter: 0, created_at: new Date(provider.deps.clock()) },
      })
      .execute()
    const secret = (await provider.deps.secondFactors.setUp(userId)) ?? ''
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: provider.deps.clock(),
    })
    await provider.deps.secondFactors.turnOn(userId, readTypedCode(code))

    await ask(email)
    await sendMails()
    const links = world.server.received.map(linkIn).filter((link) => link !== '')
    const done = await setPassword(newAgent(), links[0] ?? '', NEW_PASSWORD)
    expect(await greeting(intruder)).toBe('Harbour')
    const left = [...done.body.matchAll(/<h3>([^<]*)<\/h3>[^]*?>Since \d+\u00A0\w+<[^]*?href="([^"]*)"/g)]
    const rows = left.map(([, name, path = '']) => [name, path.replaceAll(/[0-9a-f-]{36}/g, ':id')])
    expect(new Set(rows.map((row) => row.join(' ')))).toEqual(
      new Set([
        'Sly Ledger and Okafor Plumbing &amp; Heating /connected-apps/:id/remove',
        'sly script and all your businesses /connected-apps/:id/remove',
        'Sly App /developers/:id/delete',
        `Secret of Sly App, ends in ${own.secret.slice(-4)} /developers/:id`,
        'Sly phone /security/passkeys/:id/remove',
        'Codes from an app /security/turn-off',
      ]),
    )

    await provider.deps.secondFactors.remove(userId)
    const owner = await signedIn(email, NEW_PASSWORD)
    for (const [, , path = ''] of left.filter(([, , each]) => each?.endsWith('/remove'))) {
      const asked = await visit(owner, path)
      await owner.submit(asked, formTo(asked, '/remove'))
    }
    expect(await provider.bearer(connected.accessToken)).toBe('revoked')
    expect(await provider.bearer(token)).toBe('revoked')
  })

  it('includes links to documents that were mailed or renewed, which can be ended on the page of the document', async () => {
    const { provider } = world
    const author = await createDocumentAuthor(provider)
    const incomeAccountId = await author.incomeAccount()
    const { product } = await author.change('productCreate', 'product { id }', {
      ...{ name: 'Rope', unitPrice: '10', incomeAccountId },
    })
    const { customer } = await author.change('customerCreate', 'customer { id }', { name: 'Ada' })
    const write = async (invoiceNumber: string) => {
      const made = {
        customerId: customer.id,
        items: [{ productId: product.id }],
        status: 'SAVED',
        invoiceNumber,
      }
      const { invoice } = await author.change('invoiceCreate', 'invoice { id viewUrl }', made)
      return { id: invoice.id, path: new URL(invoice.viewUrl).pathname }
    }
    const [mailed, renewed, untouched] = [await write('S-1'), await write('S-2'), await write('S-3')]
    const to = { to: ['sly@elsewhere.example'], attachPDF: false }
    await author.change('invoiceSend', '', { invoiceId: mailed.id, ...to }, {})
    const intruder = await signedIn(MANY.email)
    const page = await visit(intruder, renewed.path)
    const { url } = await intruder.submit(page, formTo(page, '/link'), { end: 'never', link: 'new' })

    await ask(MANY.email)
    await sendMails()
    const links = world.server.received.map(linkIn).filter((link) => link !== '')
    const done = await setPassword(newAgent(), links.at(-1) ?? '', NEW_PASSWORD)
    const rows = [...done.body.matchAll(/<h3>Invoice (S-\d)<\/h3>[^]*?href="([^"]*)"/g)]
    expect(new Set(rows.map(([, number]) => number))).toEqual(new Set(['S-1', 'S-2']))
    expect(done.body).not.toContain(untouched.path.slice('/invoices/'.length))
    const owner = newAgent()
    const ways = new Map(rows.map(([, number, way = '']) => [number, way]))
    const asked = await visit(owner, ways.get('S-2') ?? '')
    const shown = await signInOn(owner, asked, MANY.email, NEW_PASSWORD)
    expect(shown.url).toBe(url)
    await owner.submit(shown, formTo(shown, '/link'), { end: 'now', link: 'this' })
    expect((await newAgent().visit(url)).status).toBe(410)
    expect((await visit(newAgent(), mailed.path)).status).toBe(200)
  })
})

describe('a provider without a mail server', () => {
  it('offers no reset link, and its page for forgotten passwords names whom to ask', async () => {
    const plain = await startProvider()
    const agent = createBrowserAgent()
    const page = await agent.visit(`${plain.base}/sign-in`)
    expect(page.body).not.toContain('forgot')
    const forgot = await agent.visit(`${plain.base}/forgot-password`)
    expect(headingOf(forgot)).toBe('Someone has to set a new password for you')
    expect(forgot.body).not.toContain('<form method="post" action="/forgot-password"')
    await plain.close()
  })
})
