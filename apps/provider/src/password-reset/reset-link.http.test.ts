import { formTo } from '@counterfoil/testkit/browser-agent'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asUserId } from '@counterfoil/oauth/testing/ids'
import type { PasswordHash, PasswordResetToken } from '@counterfoil/oauth/ids'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { runCommand } from '#admin/run-command.ts'
import { sha256Hex } from '#crypto/signed-text.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import {
  bucketsFor,
  firstTriesOf,
  MAX_SPACING_MS,
  MAX_WAIT_MS,
  TRIES_PER_ACCOUNT_AND_ADDRESS,
} from '#users/sign-in-throttle.ts'
import { RESET_LINK_MS } from './password-reset-store.ts'
import {
  world,
  startMails,
  NEW_PASSWORD,
  MANY,
  start,
  newAgent,
  sendMails,
  visit,
  ask,
  linkIn,
  askForLink,
  openLink,
  setPassword,
  greeting,
} from './testing/password-reset-fixture.ts'

startMails()

describe('a link to set a password', () => {
  beforeAll(async () => {
    world.provider = await start()
  })
  afterAll(() => world.provider.close())

  it('is requested with the same answer and the same SQL statements, whether the account exists or not', async () => {
    const agent = newAgent()
    await visit(agent, '/forgot-password')
    const askCounted = async (email: string) => {
      world.provider.deps.metrics.resetMetrics()
      const page = await ask(email, agent)
      const metrics = await world.provider.deps.metrics.getMetricsAsJSON()
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
    expect(world.server.received.map(({ to }) => to)).toEqual([[DEMO_USERS.single.email]])
    expect(world.provider.logs()).not.toContain('nobody.here')
  })

  it('is mailed in the language of the account, not of the caller', async () => {
    await world.provider.deps.db
      .updateTable('users')
      .set({ locale: 'fr' })
      .where('id', '=', DEMO_USERS.lapsed.id)
      .execute()
    await askForLink(DEMO_USERS.lapsed.email)
    expect(world.server.received[0]?.text).toMatch(/^Le \d+.* à \d\d h \d\d UTC, quelqu’un a demandé/)
  })

  it('is mailed in the language that the owner chose on a page, not in one that a stranger chose', async () => {
    const agent = newAgent()
    const home = await signIn(agent, await visit(agent, '/sign-in'), MANY.email)
    const german = await agent.submit(home, formTo(home, '/language'), { lang: 'de' })
    expect(german.body).toContain('<html lang="de">')
    const stranger = newAgent()
    const page = await visit(stranger, '/forgot-password')
    await stranger.submit(page, formTo(page, '/language'), { lang: 'fr' })
    await ask(MANY.email, stranger)
    await sendMails()
    expect(world.server.received[0]?.text).toMatch(/^Am \d+.* hat jemand einen Link angefordert/)
  })

  it('is an address of the provider, whatever Host header was sent', async () => {
    const agent = newAgent()
    const { fields } = formTo(await visit(agent, '/forgot-password'), '/forgot-password')
    const { status } = await agent.send('POST', `${world.provider.base}/forgot-password`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host: 'evil.example',
        origin: 'http://evil.example',
      },
      body: new URLSearchParams({ ...fields, email: MANY.email }).toString(),
    })
    expect(status).toBe(303)
    await sendMails()
    expect(linkIn(world.server.received[0])).toContain(`${world.provider.base}/reset-password?token=hpr_`)
    expect(world.server.received[0]?.raw).not.toContain('evil.example')
  })

  it('is valid for exactly half an hour', async () => {
    const early = await askForLink(MANY.email)
    world.provider.advance(RESET_LINK_MS - 2_000)
    expect(headingOf(await newAgent().visit(early))).toBe('Set a new password')
    world.provider.advance(2_000)
    expect(headingOf(await newAgent().visit(early))).toBe('This link doesn’t work any more')
  })

  it('lets its owner sign in with the old password, despite any number of attempts by strangers', async () => {
    const { db, clock } = world.provider.deps
    const stranger = { email: MANY.email, address: '203.0.113.77', deviceId: undefined }
    const account = (await bucketsFor(stranger, sha256Hex)).find(({ kind }) => kind === 'account')
    if (account === undefined) throw new Error('there is no line')
    const throttles = createThrottleStore(db, clock)
    for (const line of [account, firstTriesOf(account)])
      for (let place = 0; place <= MAX_WAIT_MS / MAX_SPACING_MS; place += 1)
        await throttles.takePlace(line, MAX_SPACING_MS)
    const agent = newAgent()
    const again = async () => signIn(agent, await visit(agent, '/sign-in'), MANY.email)
    const blocked = await again()
    expect(blocked.status).toBe(429)
    expect(blocked.body).toContain('open it in this browser')
    const page = await agent.visit(await askForLink(MANY.email))
    expect(page.body).toContain('you can sign in with it here')
    expect((await again()).status).toBe(200)
    expect(await greeting(agent)).toContain(MANY.firstName)
    await db.deleteFrom('throttles').execute()
  })

  it('ends when another link is requested', async () => {
    const first = await askForLink(MANY.email)
    world.provider.advance(1_000)
    const second = await askForLink(MANY.email)
    expect(headingOf(await newAgent().visit(first))).toBe('This link doesn’t work any more')
    expect(headingOf(await newAgent().visit(second))).toBe('Set a new password')
  })

  it('ends when the password is changed in another way, even if its mail was not sent yet', async () => {
    world.provider.advance(60_000)
    const link = await askForLink(MANY.email)
    await ask(MANY.email)
    world.provider.advance(1_000)
    await runCommand(world.provider.deps, ['user', 'set-password', '--user', MANY.email], {
      password: NEW_PASSWORD,
    })
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')
    await sendMails()
    expect(world.server.received).toHaveLength(1)
  })

  it('is invalid while the account is closed', async () => {
    world.provider.advance(60_000)
    const link = await askForLink(DEMO_USERS.single.email)
    await world.provider.deps.accessRevocations.disableUser(asUserId(DEMO_USERS.single.id))
    expect(headingOf(await newAgent().visit(link))).toBe('This link doesn’t work any more')
    await ask(DEMO_USERS.single.email)
    await sendMails()
    expect(world.server.received).toHaveLength(1)
    await world.provider.deps.accessRevocations.enableUser(asUserId(DEMO_USERS.single.id))
  })

  it('sets one password if several browsers use it at once', async () => {
    world.provider.advance(60_000)
    const link = await askForLink(MANY.email)
    const open = await Promise.all([newAgent(), newAgent(), newAgent()].map((agent) => openLink(agent, link)))
    const pages = await Promise.all(open.map((send, at) => send(`${NEW_PASSWORD} number ${at}`)))
    const headings = pages.map(headingOf).toSorted()
    expect(headings).toEqual([
      'This link doesn’t work any more',
      'This link doesn’t work any more',
      'Your new password is set',
    ])
    await sendMails()
  })

  it('is consumed once if ten calls set a password at once', async () => {
    world.provider.advance(60_000)
    const token = new URL(await askForLink(MANY.email)).searchParams.get('token') as PasswordResetToken
    const change = { passwordHash: '$scrypt$of$a$test' as PasswordHash, endsTokens: false }
    const spend = () => world.provider.deps.passwordResets.spend(token, change)
    const spent = await Promise.all(Array.from({ length: 10 }, spend))
    expect(spent.filter((owner) => owner !== undefined)).toHaveLength(1)
    await sendMails()
  })

  it('works if the mail server accepts the mail at the second attempt, and is not mailed after its expiry', async () => {
    world.provider.advance(60_000)
    await ask(MANY.email)
    world.server.refusal = Object.assign(new Error('Later'), { responseCode: 451 })
    await sendMails()
    world.server.refusal = undefined
    await sendMails()
    expect(world.server.received).toEqual([])
    world.provider.advance(60_000)
    await sendMails()
    expect(headingOf(await newAgent().visit(linkIn(world.server.received[0])))).toBe('Set a new password')
    expect(world.provider.logs()).toContain('"fault":"SMTP_451"')

    await ask(MANY.email)
    world.provider.advance(RESET_LINK_MS)
    await sendMails()
    expect(world.server.received).toHaveLength(1)
  })

  it('is stored in no log and no table', async () => {
    world.provider.advance(60_000)
    const link = await askForLink(MANY.email)
    const token = new URL(link).searchParams.get('token') ?? ''
    const agent = newAgent()
    await agent.visit(link)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(r)::text as row from password_resets r union all
      select row_to_json(k)::text from kept_pages k union all select row_to_json(m)::text from account_mails m`.execute(
      world.provider.deps.db,
    )
    expect(token).toMatch(/^hpr_/)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect(world.provider.logs()).toContain('/reset-password')
    expect(world.provider.logs()).not.toContain('hpr_')
    expect(world.provider.logs()).not.toContain(MANY.email)
  })

  it('resets the rate limit of its owner, who can sign in immediately', async () => {
    world.provider.advance(60 * 60_000)
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
    'can be requested for an address six times from one network and twelve in all, whether the account exists or not: %s',
    async (email) => {
      world.provider.advance(60 * 60_000)
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
