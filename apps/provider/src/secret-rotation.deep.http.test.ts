import { createBrowserAgent, formTo, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { markOf } from '@counterfoil/service/telemetry/redaction'
import { createLoadPace } from '@counterfoil/testkit/load-pace'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from './demo/demo-store.ts'
import { readDeviceId } from './users/known-device.ts'
import { businessIdOn } from './testing/harbour-client.ts'
import { MANY, REDIRECT_URI, SCOPE, startProvider } from '#testing/provider-fixture.ts'
import type { ProviderFixture, TestClient } from '#testing/provider-fixture.ts'
import { startProviderProcess, type ProviderProcess } from '#testing/provider-process.ts'

const [S1, S2] = [testSecret('1'), testSecret('2')]
const EMAIL = 'many@harbour.example'
const ROTATING_CLIENTS = 3

let postgres: TestPostgres
let databaseUrl: string
/** A provider outside the load, which creates applications and reads the database. */
let beside: ProviderFixture
const running: (ProviderProcess | undefined)[] = []
const problems: string[] = []
const pace = createLoadPace()

beforeAll(async () => {
  postgres = await sharePostgres()
  databaseUrl = (await postgres.createMigratedDatabase()).url
  const database = { kind: 'postgres', url: databaseUrl, maxConnections: 5 } as const
  beside = await startProvider({ database })
})
afterAll(async () => {
  await Promise.all(running.map(async (process) => process?.stop()))
  await beside.close()
  await postgres.close()
})

/** Restarts one process after the other with another list of secrets. In between, both lists are in use. */
async function restart(secrets: string, settle: () => Promise<unknown>): Promise<void> {
  for (const place of [0, 1]) {
    const before = running[place]
    running[place] = undefined
    await before?.stop()
    running[place] = await pace.calmly(() => startProviderProcess(databaseUrl, { PROVIDER_SECRET: secrets }))
    await settle()
  }
}

const up = () => running.flatMap((process) => (process === undefined ? [] : [process.url]))

/** Returns the addresses of the running processes in turn, so that a flow begins at one and continues at the other. */
function turns(): () => string {
  let turn = 0
  return () => {
    const urls = up()
    turn += 1
    return urls[turn % urls.length] ?? ''
  }
}

/** Repeats a round until it is stopped. A round that is interrupted by the end of a process is not counted. */
function repeat(name: string, round: () => Promise<void>) {
  let rounds = 0
  let wanted = 0
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      try {
        await round()
        rounds += 1
      } catch (error) {
        if (!isGone(error)) problems.push(`${name}: ${String(error)}`)
      }
      await pace.next(rounds >= wanted)
    }
  })()
  return {
    /** Resolves after every running round and one more have ended. */
    async settle() {
      wanted = rounds + 2
      await until(`${name} went on`, () => rounds >= wanted || problems.length > 0, { withinMs: 120_000 })
    },
    async stop() {
      isOver = true
      await done
    },
  }
}

/** Returns true if the process ended during the request, and false for every other error. */
function isGone(error: unknown): boolean {
  const codes = [error, error instanceof Error ? error.cause : undefined].map((one) =>
    one instanceof Error && 'code' in one ? one.code : undefined,
  )
  return codes.some((code) => ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(String(code)))
}

/** Creates an application whose refresh token rotates. It calls both processes at once and repeats the old token. */
function rotations(client: TestClient, first: string) {
  let token = first
  const ask = async () => {
    const answers = await Promise.allSettled(up().map((url) => beside.refresh(client, token, {}, url)))
    return answers.flatMap((answer) => {
      if (answer.status === 'rejected') {
        if (!isGone(answer.reason)) problems.push(`rotation: ${String(answer.reason)}`)
        return []
      }
      const { status, text, json } = answer.value
      if (status !== 200) problems.push(`rotation: ${status} ${text}`)
      return status === 200 ? [String(json['refresh_token'])] : []
    })
  }
  const load = repeat('rotations', async () => {
    const successors = new Set([...(await ask()), ...(await ask())])
    if (successors.size > 1) problems.push('rotation: one token had two successors')
    token = [...successors][0] ?? token
  })
  return { ...load, token: () => token }
}

/** Signs in after one wrong attempt, allows twice, and exchanges the code, each step at another process than the previous one. */
async function connectOnce(client: TestClient): Promise<string> {
  const agent = createBrowserAgent()
  const next = turns()
  const at = (url: string) => {
    const { pathname, search } = new URL(url)
    return next() + pathname + search
  }
  /** Posts a form to another process than the one that showed it, and reads the answer from the other one again. */
  const submit = async (page: AgentAnswer, part: string, fields: Readonly<Record<string, string>>) => {
    const form = formTo(page, part)
    const url = at(form.action)
    const stopAt = 'http'
    const answered = await agent.post(url, { ...form.fields, ...fields }, { from: url, stopAt })
    const { location } = answered
    if (location === undefined || location.startsWith(REDIRECT_URI)) return answered
    return await agent.visit(at(location), { stopAt: REDIRECT_URI })
  }
  const expectPage = (page: AgentAnswer, text: string, when: string) => {
    if (!page.body.includes(text)) throw new Error(`${when}: ${page.status} ${page.url} ${titleOf(page)}`)
  }

  const query = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    scope: SCOPE,
    redirect_uri: REDIRECT_URI,
    state: 's',
    approval_prompt: 'force',
  })
  const signInPage = await agent.visit(`${next()}/oauth2/authorize/?${query}`)
  const consentPage = await submit(signInPage, '/sign-in', { email: EMAIL, password: DEMO_PASSWORD })
  expectPage(consentPage, 'name="business"', 'after signing in')
  const erred = await submit(consentPage, '/answer', { answer: 'allow' })
  expectPage(erred, '<title>Error:', 'what was answered to no choice')
  const choice = { answer: 'allow', business: businessIdOn(erred, 'Northwind Trading') }
  const [allowed, again] = [await submit(erred, '/answer', choice), await submit(erred, '/answer', choice)]
  if (allowed.location === undefined) throw new Error(`allowed: ${allowed.status} ${titleOf(allowed)}`)
  if (allowed.location !== again.location) throw new Error('the same answer twice led to two places')
  const code = new URL(allowed.location).searchParams.get('code') ?? ''
  const { status, text } = await beside.exchange(client, code, {}, next())
  if (status !== 200) throw new Error(`exchange: ${status} ${text}`)
  return agent.cookies(next())
}

const titleOf = (page: AgentAnswer) => /<title>(.*?)<\/title>/s.exec(page.body)?.[1]

it('rotating PROVIDER_SECRET as documented: two processes under load refuse no caller, end no connection and fork no token', async () => {
  await restart(S1, () => Promise.resolve())
  const connecting = await beside.createClient()
  const rotating = await Promise.all(
    Array.from({ length: ROTATING_CLIENTS }, async () => {
      const client = await beside.createClient({ rotateRefreshTokens: true })
      const { refreshToken } = await beside.connect(client)
      return { client, ...rotations(client, refreshToken) }
    }),
  )
  let cookies = ''
  const people = repeat('people', async () => {
    cookies = await connectOnce(connecting)
  })
  const signedIn = await beside.signIn(MANY)
  const next = turns()
  const staying = repeat('staying signed in', async () => {
    const page = await fetch(`${next()}/`, { headers: { cookie: signedIn } })
    if (!(await page.text()).includes('Hello, Maya Chen')) throw new Error('was signed out')
  })
  const load = [...rotating, people, staying]
  const settle = () => pace.settle(() => Promise.all(load.map((one) => one.settle())))

  await settle()
  for (const secrets of [`${S1},${S2}`, `${S2},${S1}`, S2]) {
    await restart(secrets, settle)
  }
  await Promise.all(load.map((one) => one.stop()))

  expect(problems).toEqual([])
  for (const { client, token } of rotating) {
    for (const url of up()) expect((await beside.refresh(client, token(), {}, url)).status).toBe(200)
  }
  const families = beside.deps.db.selectFrom('token_families').where('ended_at', 'is not', null)
  expect(await families.select('end_reason').execute()).toEqual([])
  for (const process of running) expect(process?.logs()).toContain(`"secretMarks":["${markOf(S2)}"]`)
  // The cookie of the known browser is signed with the new secret.
  const device = /harbour_device=([^;]+)/.exec(cookies)?.[1]
  expect(await readDeviceId([S2], { cookie: device, email: EMAIL })).toMatch(/^.{22}$/)
})
