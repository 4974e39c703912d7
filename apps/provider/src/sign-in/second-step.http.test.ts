import { type AgentAnswer, type BrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { type MailServer, startMailServer } from '@counterfoil/testkit/mail-server'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '#admin/run-command.ts'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { MANY } from '#testing/provider-fixture.ts'
import { PENDING_SIGN_IN_MS } from './second-step-responder.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS, TRIES_PER_DEVICE } from '#users/sign-in-throttle.ts'
import {
  ASKED,
  codeOf,
  EMAIL,
  greeting,
  keyOn,
  newAgent,
  recoveryCodesOn,
  start,
  STEP_MS,
  turnOn,
  typeCode,
  typePassword,
  visit,
  WINDOW_MS,
  world,
} from './testing/second-step-fixture.ts'

describe.each(['memory', 'postgres'] as const)('codes from an authenticator app (%s)', (kind) => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    const env = { PROVIDER_SMTP_URL: mails.url, PROVIDER_MAIL_FROM: 'accounts@harbour.example' }
    world.provider = await start({ env, ...(kind === 'memory' ? { database: { kind } } : {}) })
  })
  afterAll(async () => {
    await world.provider.close()
    await mails.close()
  })

  it('are turned on with a first code, required after the password, and turned off with password and code', async () => {
    const { agent } = await typePassword()
    expect((await visit(agent, '/')).body).toContain('href="/security"')
    expect((await visit(agent, '/security')).body).toContain(
      'Off. Anyone who learns your password can sign in.',
    )
    const setUp = await visit(agent, '/security/turn-on')
    const key = keyOn(setUp)
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(setUp.body).toContain('<svg class="qr"')
    expect(setUp.body).toContain(
      `otpauth://totp/Harbour:many%40harbour.example?issuer=Harbour&amp;secret=${key}`,
    )
    expect(keyOn(await visit(agent, '/security/turn-on'))).toBe(key)
    const sendCode = async (code: string) => {
      const { action, fields } = formTo(setUp, '/security/turn-on')
      return agent.post(action, { ...fields, code }, { from: setUp.url })
    }
    expect((await sendCode('')).body).toContain('Enter the code<')
    expect((await sendCode(codeOf(key, 5))).body).toContain('That code isn’t right')
    expect(await greeting((await typePassword()).agent)).toBe('Hello, Maya Chen')
    const made = await sendCode(codeOf(key))
    expect(headingOf(made)).toBe('Codes are on')
    const codes = recoveryCodesOn(made)
    expect(new Set(codes).size).toBe(10)
    const again = await agent.visit(made.url)
    expect(headingOf(again)).toBe('How you sign in')
    expect(again.body).toContain('10 recovery codes are left')

    const { agent: other, page: asked } = await typePassword()
    expect(headingOf(asked)).toBe(ASKED)
    expect(await greeting(other)).toBe('Harbour')
    // The code that turned the second step on is already used.
    const replayed = await typeCode(other, asked, codeOf(key))
    expect(replayed.status).toBe(422)
    expect(replayed.body).toContain(
      'That code isn’t right. Codes change every 30 seconds, and each works once.',
    )
    world.provider.advance(STEP_MS)
    expect((await typeCode(other, asked, '')).body).toContain('Enter the code<')
    expect(headingOf(await typeCode(other, asked, ` ${codeOf(key).replace(/^.../, '$& ')} `))).toBe(
      'Hello, Maya Chen',
    )

    const third = await typePassword()
    const way = await visit(third.agent, '/sign-in/code?way=recovery')
    expect(headingOf(way)).toBe('Enter a recovery code')
    expect(headingOf(await typeCode(third.agent, way, codes[0]?.toUpperCase() ?? ''))).toBe(
      'Hello, Maya Chen',
    )
    const fourth = await typePassword()
    const spent = await typeCode(
      fourth.agent,
      await visit(fourth.agent, '/sign-in/code?way=recovery'),
      codes[0] ?? '',
    )
    expect(spent.body).toContain('That recovery code isn’t right, or was used before.')
    expect((await visit(agent, '/security')).body).toContain('9 recovery codes are left')

    world.provider.advance(STEP_MS)
    const off = await visit(agent, '/security/turn-off')
    const turnOff = async (password: string, code: string) => {
      const { action, fields } = formTo(off, '/security/turn-off')
      return agent.post(action, { ...fields, password, code }, { from: off.url })
    }
    expect((await turnOff('mistyped', codeOf(key))).body).toContain('That password isn’t right.')
    expect((await turnOff(DEMO_PASSWORD, '000000')).body).toContain('That code isn’t right')
    expect(headingOf(await turnOff(DEMO_PASSWORD, codeOf(key)))).toBe('Codes from an app are off now')
    expect(await greeting((await typePassword()).agent)).toBe('Hello, Maya Chen')
    const left = await sql`select 1 from second_factors union all select 1 from recovery_codes`.execute(
      world.provider.deps.db,
    )
    expect(left.rows).toEqual([])

    const { id } = await world.provider.deps.personalTokens.mint(MANY, { name: 'Night job' })
    await world.provider.deps.accountMail?.sendDue()
    expect(mails.received.at(-1)?.text).toContain(`${world.provider.base}/connected-apps`)
    const subjects = mails.received.map(({ headers }) => headers.get('subject'))
    expect(subjects.filter((subject) => !subject?.startsWith('New sign-in'))).toEqual([
      'Codes are on for your Harbour account',
      'Codes are off for your Harbour account',
      'A personal token was made for your Harbour account',
    ])
    await world.provider.deps.accessRevocations.withdrawGrant(id)
  })
})

describe('a code after the password', () => {
  beforeAll(async () => {
    world.provider = await start()
  })
  afterAll(() => world.provider.close())
  beforeEach(() => world.provider.advance(WINDOW_MS))

  it('is required inside an authorization request too, which then continues', async () => {
    const { key } = await turnOn()
    const client = await world.provider.createClient()
    const { handle } = await world.provider.authorize(client)
    const agent = newAgent()
    const asked = await signIn(agent, await visit(agent, `/authorize/${handle}/sign-in`), EMAIL)
    expect(asked.url).toBe(`${world.provider.base}/authorize/${handle}/sign-in/code`)
    expect(asked.body).toMatch(/to continue to <b>Ledger Pal<\/b>/)
    // Before the code, no page of the request is accessible.
    expect(headingOf(await visit(agent, `/authorize/${handle}`))).toBe('Sign in to Harbour')
    expect((await typeCode(agent, asked, '000000')).status).toBe(422)
    const consent = await typeCode(agent, asked, codeOf(key))
    expect(headingOf(consent)).toContain('Let Ledger Pal see your business?')
    // After the back button the form is sent again: the request continues.
    expect(headingOf(await typeCode(agent, asked, codeOf(key)))).toContain(
      'Let Ledger Pal see your business?',
    )
  })

  it('is accepted once, even if several processes receive it at the same time', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const database = { kind: 'postgres', url, maxConnections: 5 } as const
    const before = world.provider
    const [one, two] = [await start({ database }), await start({ database })]
    world.provider = one
    const { key } = await turnOn()
    two.advance(STEP_MS)
    const typed = readTypedCode(codeOf(key))
    const taken = await Promise.all(
      [one, two, one, two, one, two].map(({ deps }) => deps.secondFactors.take(MANY, typed)),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    // After a newer code, an older one is refused even within its time window.
    expect(await two.deps.secondFactors.take(MANY, readTypedCode(codeOf(key, -1)))).toBe(false)
    expect(await two.deps.secondFactors.take(MANY, readTypedCode(codeOf(key, 1)))).toBe(true)
    await one.close()
    await two.close()
    await postgres.close()
    world.provider = before
  })

  it('can be tried six times from one network and ten times in all, but the owner in a known browser is never blocked', async () => {
    await world.provider.deps.secondFactors.remove(MANY)
    const known = await typePassword()
    const { key } = await turnOn()
    const guess = async (agent: BrowserAgent, page: AgentAnswer) =>
      (await typeCode(agent, page, '000000')).status
    const [here, there] = [await typePassword(), await typePassword()]
    const statuses = []
    for (const { agent, page } of [here, there])
      for (let tries = 0; tries < TRIES_PER_ACCOUNT_AND_ADDRESS; tries += 1)
        statuses.push(await guess(agent, page))
    const taken = Array.from({ length: TRIES_PER_DEVICE }, () => 422)
    expect(statuses).toEqual([...taken, 429, 429])
    expect(headingOf(await typeCode(here.agent, here.page, codeOf(key)))).toBe('Too many attempts')
    // Now the right code is refused there, and from another network.
    expect(headingOf(await typeCode(there.agent, there.page, codeOf(key)))).toBe('Too many attempts')
    const elsewhere = await typePassword()
    expect(headingOf(await typeCode(elsewhere.agent, elsewhere.page, codeOf(key)))).toBe('Too many attempts')
    const { agent, page } = await typePassword(known.agent)
    expect(headingOf(await typeCode(agent, page, codeOf(key)))).toBe('Hello, Maya Chen')
  })

  it('is accepted for ten minutes after the password, only in the browser where it was typed', async () => {
    const { key } = await turnOn()
    const { agent, page } = await typePassword()
    const cookie = /harbour_second_step=([^;]+)/.exec(agent.cookies(world.provider.base))?.[1] ?? ''
    world.provider.advance(PENDING_SIGN_IN_MS - 1_000)
    expect(headingOf(await visit(agent, '/sign-in/code'))).toBe(ASKED)
    const forged = [
      cookie.replace(MANY, DEMO_USERS.single.id),
      cookie.replace(/\.\d+\./, (expires) => `.${Number(expires.slice(1, -1)) + WINDOW_MS}.`),
      cookie.slice(0, -2),
      '',
    ]
    for (const value of forged) {
      const stranger = newAgent()
      stranger.setCookie(world.provider.base, 'harbour_second_step', value)
      expect(headingOf(await visit(stranger, '/sign-in/code'))).toBe('Sign in to Harbour')
    }
    world.provider.advance(1_000)
    expect(headingOf(await typeCode(agent, page, codeOf(key)))).toBe('Sign in to Harbour')
    expect(await greeting(agent)).toBe('Harbour')
  })

  it('is refused after the password was changed or the account closed', async () => {
    const { key } = await turnOn(DEMO_USERS.single.id)
    const email = DEMO_USERS.single.email
    const first = await typePassword(newAgent(), email)
    await runCommand(world.provider.deps, ['user', 'set-password', '--user', email], {
      password: DEMO_PASSWORD,
    })
    expect(headingOf(await typeCode(first.agent, first.page, codeOf(key)))).toBe('Sign in to Harbour')
    const second = await typePassword(newAgent(), email)
    await world.provider.deps.accessRevocations.disableUser(DEMO_USERS.single.id)
    expect(headingOf(await typeCode(second.agent, second.page, codeOf(key)))).toBe('Sign in to Harbour')
    await world.provider.deps.accessRevocations.enableUser(DEMO_USERS.single.id)
  })

  it('is no longer required after the operator removes it from the account', async () => {
    const { key } = await turnOn()
    const answer = await runCommand(
      world.provider.deps,
      ['user', 'remove-second-factor', '--user', EMAIL],
      {},
    )
    expect(answer.json).toMatchObject({ email: EMAIL, secondFactorRemoved: true })
    expect(await greeting((await typePassword()).agent)).toBe('Hello, Maya Chen')
    expect(await world.provider.deps.secondFactors.take(MANY, readTypedCode(codeOf(key)))).toBe(false)
    const again = await runCommand(world.provider.deps, ['user', 'remove-second-factor', '--user', EMAIL], {})
    expect(again.json).toMatchObject({ secondFactorRemoved: false })
  })

  it('is turned on only within five minutes after the password was typed', async () => {
    await world.provider.deps.secondFactors.remove(MANY)
    const { agent } = await typePassword()
    world.provider.advance(5 * 60_000)
    const page = await visit(agent, '/security/turn-on')
    expect(headingOf(page)).toBe('Enter your password to continue.')
    const { action, fields } = formTo(page, '/confirm-password')
    const next = await agent.post(action, { ...fields, password: DEMO_PASSWORD }, { from: page.url })
    expect(headingOf(next)).toBe('Turn on codes from an app')
  })

  it('is stored without its key or recovery codes in clear text, in no log and no table', async () => {
    const { key, codes } = await turnOn()
    const { agent, page } = await typePassword()
    const code = codeOf(key)
    await typeCode(agent, page, code)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(f)::text as row from second_factors f where user_id = ${MANY} union all
      select row_to_json(c)::text from recovery_codes c where user_id = ${MANY}`.execute(
      world.provider.deps.db,
    )
    expect(rows).toHaveLength(11)
    const kept = rows.map(({ row }) => row).join('\n') + world.provider.logs()
    for (const secret of [key, ...codes]) expect(kept).not.toContain(secret)
    expect(world.provider.logs()).not.toContain(`"${code}"`)
  })
})
