import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asUserId } from '@counterfoil/oauth/testing/ids'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '@counterfoil/testkit/mail-server'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { runCommand } from '#admin/run-command.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS } from '#users/sign-in-throttle.ts'
import { RESET_LINK_MS } from './password-reset-store.ts'

const NEW_PASSWORD = 'a wholly new password'
const MANY = DEMO_USERS.many

let server: MailServer
let provider: ProviderFixture
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.received.length = 0
  server.refusal = undefined
})

const start = (database?: { readonly kind: 'memory' }) =>
  startProvider({
    ...(database === undefined ? {} : { database }),
    env: {
      PROVIDER_SMTP_URL: server.url,
      PROVIDER_MAIL_FROM: 'accounts@harbour.example',
      // One proxy in front, so that each test can come from an address of its own.
      PROVIDER_TRUSTED_PROXIES: '1',
    },
  })

let lastAddress = 0
const newAgent = (address = `198.51.100.${(lastAddress += 1)}`) =>
  createBrowserAgent({ 'x-forwarded-for': address })
const sendMails = () => provider.deps.accountMail?.sendDue()
const visit = (agent: BrowserAgent, path: string) => agent.visit(provider.base + path)

async function ask(email: string, agent = newAgent()): Promise<AgentAnswer> {
  const page = await visit(agent, '/forgot-password')
  const { action, fields } = formTo(page, '/forgot-password')
  return agent.post(action, { ...fields, email }, { from: page.url })
}

function linkIn(mail: ReceivedMail | undefined): string {
  return /^http:.*\/reset-password\?token=.*$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Asks, lets the mail go out, and gives the link in it. */
async function askForLink(email: string): Promise<string> {
  await ask(email)
  await sendMails()
  return linkIn(server.received.at(-1))
}

async function setPassword(agent: BrowserAgent, link: string, password: string): Promise<AgentAnswer> {
  const page = await agent.visit(link)
  const { action, fields } = formTo(page, '/reset-password')
  return agent.post(action, { ...fields, password }, { from: page.url })
}

async function signedIn(email: string, password = DEMO_PASSWORD): Promise<BrowserAgent> {
  const agent = newAgent()
  await signIn(agent, await visit(agent, '/sign-in'), email, password)
  return agent
}
const greeting = async (agent: BrowserAgent) => headingOf(await visit(agent, '/'))

describe.each(['memory', 'postgres'] as const)('somebody who forgot their password (%s)', (kind) => {
  beforeAll(async () => {
    provider = await start(kind === 'memory' ? { kind } : undefined)
  })
  afterAll(() => provider.close())

  it('gets a link by mail, sets a new one, and is signed out everywhere; apps stay connected', async () => {
    const elsewhere = await signedIn(MANY.email)
    const client = await provider.createClient()
    const { accessToken } = await provider.connect(client)
    expect(await greeting(elsewhere)).toBe('Hello, Maya Chen')

    const page = await ask(MANY.email.toUpperCase())
    expect(headingOf(page)).toBe('Look at your email')
    expect(server.received).toEqual([])
    await sendMails()
    const [mail, ...others] = server.received
    expect(others).toEqual([])
    expect(mail?.to).toEqual([MANY.email])
    expect(mail?.headers.get('from')).toBe('Harbour <accounts@harbour.example>')
    expect(mail?.headers.get('subject')).toBe('Set a new password for Harbour')
    expect(mail?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(mail?.text).toMatch(/^On \d+ \w+ \d{4} at \d\d:\d\d UTC somebody asked/)
    expect(mail?.text).toContain('If it was not you, do nothing')
    expect(mail?.raw).not.toContain('198.51.100')
    const link = linkIn(mail)
    expect(link.startsWith(provider.base)).toBe(true)

    const browser = newAgent()
    const opened = await browser.send('GET', link)
    expect(opened.status).toBe(303)
    expect(opened.location).toBe(`${provider.base}/reset-password`)
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
    expect(await provider.bearer(accessToken)).toBe('active')
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')

    await sendMails()
    const notice = server.received.at(-1)
    expect(server.received).toHaveLength(2)
    expect(notice?.headers.get('subject')).toBe('Your Harbour password was changed')
    expect(notice?.text).toContain('was signed out, in every browser')
    expect(notice?.text).not.toContain('hpr_')
    await sendMails()
    expect(server.received).toHaveLength(2)
    const left = await sql`select 1 from account_mails union all select 1 from password_resets`.execute(
      provider.deps.db,
    )
    expect(left.rows).toEqual([])
  })
})

describe('a link to set a password', () => {
  beforeAll(async () => {
    provider = await start()
  })
  afterAll(() => provider.close())

  it('is asked for with the same answer and the same statements, whether there is an account or not', async () => {
    const agent = newAgent()
    await visit(agent, '/forgot-password')
    const askCounted = async (email: string) => {
      provider.deps.metrics.resetMetrics()
      const page = await ask(email, agent)
      const metrics = await provider.deps.metrics.getMetricsAsJSON()
      const statements = metrics.find(({ name }) => name === 'provider_database_statement_seconds')
      const counts = statements?.values
        .filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))
        .map(({ labels, value }) => [labels, value])
      const body = page.body.replaceAll(email, '').replaceAll(/kept=[\w-]+|[2-9A-Z]{4}-[2-9A-Z]{2}/g, '')
      return { body, status: page.status, counts }
    }
    const known = await askCounted(DEMO_USERS.single.email)
    const unknown = await askCounted('nobody.here@harbour.example')
    expect(unknown).toEqual(known)
    expect(known.counts?.length).toBeGreaterThan(1)
    await sendMails()
    expect(server.received.map(({ to }) => to)).toEqual([[DEMO_USERS.single.email]])
    expect(provider.logs()).not.toContain('nobody.here')
  })

  it('comes in the language of the account, not of whoever asks', async () => {
    await provider.deps.db
      .updateTable('users')
      .set({ locale: 'fr' })
      .where('id', '=', DEMO_USERS.lapsed.id)
      .execute()
    await askForLink(DEMO_USERS.lapsed.email)
    expect(server.received[0]?.text).toMatch(/^Le \d+.* à \d\d h \d\d UTC, quelqu’un a demandé/)
  })

  it('leads to the provider, whatever host whoever asks names', async () => {
    const agent = newAgent()
    const { fields } = formTo(await visit(agent, '/forgot-password'), '/forgot-password')
    const { status } = await agent.send('POST', `${provider.base}/forgot-password`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host: 'evil.example',
        origin: 'http://evil.example',
      },
      body: new URLSearchParams({ ...fields, email: MANY.email }).toString(),
    })
    expect(status).toBe(303)
    await sendMails()
    expect(linkIn(server.received[0])).toContain(`${provider.base}/reset-password?token=hpr_`)
    expect(server.received[0]?.raw).not.toContain('evil.example')
  })

  it('works for half an hour, and not a moment longer', async () => {
    const early = await askForLink(MANY.email)
    provider.advance(RESET_LINK_MS - 2_000)
    expect(headingOf(await newAgent().visit(early))).toBe('Set a new password')
    provider.advance(2_000)
    expect(headingOf(await newAgent().visit(early))).toBe('This link doesn’t work any more')
  })

  it('ends when another one is asked for', async () => {
    const first = await askForLink(MANY.email)
    provider.advance(1_000)
    const second = await askForLink(MANY.email)
    expect(headingOf(await newAgent().visit(first))).toBe('This link doesn’t work any more')
    expect(headingOf(await newAgent().visit(second))).toBe('Set a new password')
  })

  it('ends when the password is changed in another way, also one whose mail is still on its way', async () => {
    provider.advance(60_000)
    const link = await askForLink(MANY.email)
    await ask(MANY.email)
    provider.advance(1_000)
    await runCommand(provider.deps, ['user', 'set-password', '--user', MANY.email], {
      password: NEW_PASSWORD,
    })
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')
    await sendMails()
    expect(server.received).toHaveLength(1)
  })

  it('is for nobody while the account is closed', async () => {
    provider.advance(60_000)
    const link = await askForLink(DEMO_USERS.single.email)
    await provider.deps.accessRevocations.disableUser(asUserId(DEMO_USERS.single.id))
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')
    await ask(DEMO_USERS.single.email)
    await sendMails()
    expect(server.received).toHaveLength(1)
    await provider.deps.accessRevocations.enableUser(asUserId(DEMO_USERS.single.id))
  })

  it('sets one password when it is used twice at once', async () => {
    provider.advance(60_000)
    const link = await askForLink(MANY.email)
    const agents = [newAgent(), newAgent(), newAgent()]
    const pages = await Promise.all(
      agents.map((agent, at) => setPassword(agent, link, `${NEW_PASSWORD} number ${at}`)),
    )
    const headings = pages.map(headingOf).toSorted()
    expect(headings).toEqual([
      'This link doesn’t work any more',
      'This link doesn’t work any more',
      'Your new password is set',
    ])
    await sendMails()
  })

  it('is the same one when the mail server takes the mail at a second try, and none comes once it is over', async () => {
    provider.advance(60_000)
    await ask(MANY.email)
    server.refusal = Object.assign(new Error('Later'), { responseCode: 451 })
    await sendMails()
    server.refusal = undefined
    await sendMails()
    expect(server.received).toEqual([])
    provider.advance(60_000)
    await sendMails()
    expect(headingOf(await newAgent().visit(linkIn(server.received[0])))).toBe('Set a new password')
    expect(provider.logs()).toContain('"fault":"SMTP_451"')

    await ask(MANY.email)
    provider.advance(RESET_LINK_MS)
    await sendMails()
    expect(server.received).toHaveLength(1)
  })

  it('is in no log and in no table', async () => {
    provider.advance(60_000)
    const link = await askForLink(MANY.email)
    const token = new URL(link).searchParams.get('token') ?? ''
    const agent = newAgent()
    await agent.visit(link)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(r)::text as row from password_resets r union all
      select row_to_json(k)::text from kept_pages k union all select row_to_json(m)::text from account_mails m`.execute(
      provider.deps.db,
    )
    expect(token).toMatch(/^hpr_/)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect(provider.logs()).toContain('/reset-password')
    expect(provider.logs()).not.toContain('hpr_')
    expect(provider.logs()).not.toContain(MANY.email)
  })

  it('lets its owner sign in at once, however often they had tried before', async () => {
    provider.advance(60 * 60_000)
    const agent = newAgent()
    const wrong = async () => signIn(agent, await visit(agent, '/sign-in'), MANY.email, 'forgotten')
    for (let tries = 0; tries < TRIES_PER_ACCOUNT_AND_ADDRESS; tries += 1) await wrong()
    const blocked = await wrong()
    expect(blocked.status).toBe(429)
    expect(blocked.body).toContain('Forgot your password?')
    await setPassword(agent, await askForLink(MANY.email), NEW_PASSWORD)
    await signIn(agent, await visit(agent, '/sign-in'), MANY.email, NEW_PASSWORD)
    expect(await greeting(agent)).toBe('Hello, Maya Chen')
  })

  it.each(['many@harbour.example', 'nobody@harbour.example'])(
    'is sent six times to an address from one place and twelve from all, whether it is of an account or not: %s',
    async (email) => {
      provider.advance(60 * 60_000)
      const [here, there, elsewhere] = [newAgent(), newAgent(), newAgent()]
      const statuses = []
      for (const agent of [here, there])
        for (let times = 0; times < 7; times += 1) statuses.push((await ask(email, agent)).status)
      const six = Array.from({ length: 6 }, () => 200)
      expect(statuses).toEqual([...six, 429, ...six.slice(1), 429, 429])
      const page = await ask(email, elsewhere)
      expect(headingOf(page)).toBe('Too many links')
      expect((await ask('single@harbour.example', here)).status).toBe(200)
    },
  )
})

describe('without a mail server', () => {
  it('no page offers a link, and the address of it says who can help', async () => {
    const plain = await startProvider()
    const agent = createBrowserAgent()
    const page = await agent.visit(`${plain.base}/sign-in`)
    expect(page.body).not.toContain('forgot')
    const forgot = await agent.visit(`${plain.base}/forgot-password`)
    expect(headingOf(forgot)).toBe('A new password has to be set for you')
    expect(forgot.body).not.toContain('<form method="post" action="/forgot-password"')
    await plain.close()
  })
})
