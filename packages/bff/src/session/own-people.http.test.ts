import { BFF_PATHS, pathFor, type BffPath } from '@counterfoil/bff-api/paths'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { readCookie } from '@counterfoil/service/http/cookies'
import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { until } from '@counterfoil/testkit/until'
import session from 'express-session'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CounterfoilOptions } from '../index.ts'
import { harbourOf, openOwnApp, startOwnApp, WHO_AM_I, type OwnApp } from '#mount/testing/own-app.ts'

/** The session of the app of this test: a cookie with the id of its person. */
const WHO = 'who'
const OTHER_BUSINESS = { businessId: 'QnVzaW5lc3M6b3RoZXI=', businessName: 'Other & Co' }

let redis: TestRedis
let provider: FakeProvider
let app: OwnApp
const apps: OwnApp[] = []

async function start(
  options: Partial<CounterfoilOptions> = {},
  mount?: Parameters<typeof startOwnApp>[1],
): Promise<OwnApp> {
  const started = await startOwnApp(
    {
      ...{ redisUrl: redis.url, provider: harbourOf(provider) },
      person: ({ headers }) => readCookie(headers, WHO),
      ...options,
    },
    mount ??
      ((mounted, books) => {
        mounted.use(books.routes)
        mounted.get('/late', books.connected(), async (req, res) =>
          res.json(await books.query(req, WHO_AM_I)),
        )
        mounted.get('/leave', async (req, res) => {
          await books.query(req, WHO_AM_I)
          req.headers.cookie = ''
          res.json(await books.query(req, WHO_AM_I).catch(({ code }: { code: string }) => ({ code })))
        })
        mounted.use((req, res) => void res.json({ app: req.path }))
      }),
  )
  apps.push(started)
  return started
}

beforeEach(async () => {
  redis = await startRedis()
  provider = await startFakeProvider({ rotate: true })
  app = await start()
})
afterEach(async () => {
  for (const each of apps.splice(0)) await each.close()
  await provider.close()
  await redis.close()
})

/** A browser in which people of the app sign in and out. */
function openBrowser(url = app.url) {
  const browser = openOwnApp(url)
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    browser.agent.send(method, `${url}${path}`, {
      headers: {
        ...{ ...SCRIPT_HEADERS, origin: url, ...headers },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    ...browser,
    call,
    signIn: (id: string) => browser.agent.setCookie(url, WHO, id),
    signOut: () => browser.agent.setCookie(url, WHO, ''),
    /** Goes to the provider and back up to the callback, which is not sent. */
    async allow(fields: Readonly<Record<string, string>> = {}) {
      const { location } = await browser.post('/connect/start', fields, { stopAt: `${url}/connect/callback` })
      return location ?? ''
    },
    query: (connectionId: string) =>
      call('POST', '/graphql', { 'x-counterfoil-connection': connectionId }, operationBody()),
    async connection() {
      const [connection] = (await browser.session()).connections
      if (connection === undefined) throw new Error('There is no connection.')
      return connection
    },
    async resultOf(page: { readonly url: string }) {
      const id = new URL(page.url).searchParams.get('result') ?? ''
      return (await call('GET', pathFor(BFF_PATHS.connectResult, id))).json<ConnectResult>()
    },
  }
}

const codeOf = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code
/** Returns the address to which a relay page leads, which brings the callback to the app again. */
function relayIn({ body, url }: { readonly body: string; readonly url: string }): string {
  const [, next] = /url=([^"]+)"/i.exec(body) ?? []
  if (next === undefined) throw new Error(`No step of the app: ${body.slice(0, 500)}`)
  return new URL(next, url).href
}
const lastAsked = () => provider.callsOf('authorize').at(-1)?.fields ?? {}

describe('a signed-in user of the host app', () => {
  it('connects, reads and disconnects with the sign-in of the app alone', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const page = await browser.connect()
    expect((await browser.resultOf(page)).outcome).toBe('connected')
    expect(await browser.session()).toMatchObject({
      person: { userId: 'anna', email: null },
      connections: [{ businessName: 'Fake & Co', state: 'connected' }],
      idleEndsAt: null,
    })
    expect((await browser.get('/late')).json()).toMatchObject({
      user: { defaultEmail: 'fake@harbour.example' },
    })
    expect((await browser.query((await browser.connection()).id)).status).toBe(200)
    // The tokens are stored, and wait for no revocation.
    expect(await redis.dump()).not.toContain('}:revocations')
    expect(browser.agent.allCookies().map(({ name }) => name)).not.toContain('counterfoil-session')
    await browser.disconnect()
    expect((await browser.get('/late')).status).toBe(404)
    expect(provider.aliveTokens()).toEqual([])
  })

  it('has the same connections in every browser', async () => {
    const [first, second] = [openBrowser(), openBrowser()]
    first.signIn('anna')
    second.signIn('anna')
    await first.connect()
    expect((await second.get('/late')).status).toBe(200)
    expect((await second.connection()).id).toBe((await first.connection()).id)
  })

  it('has a separate connection to a business that another user has also connected', async () => {
    const [anna, ben] = [openBrowser(), openBrowser()]
    anna.signIn('anna')
    ben.signIn('ben')
    await anna.connect()
    await ben.connect()
    expect((await ben.connection()).id).not.toBe((await anna.connection()).id)
    await anna.disconnect()
    expect((await anna.get('/late')).status).toBe(404)
    expect((await ben.get('/late')).status).toBe(200)
  })

  it('may connect accounts of several users of the provider', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.connect()
    provider.person({ userId: 'VXNlcjpvdGhlcg==', email: 'other@harbour.example', ...OTHER_BUSINESS })
    expect((await browser.resultOf(await browser.connect())).outcome).toBe('connected')
    const [newest, first] = (await browser.session()).connections
    expect((await browser.get('/late')).json()).toMatchObject({
      user: { defaultEmail: 'other@harbour.example' },
    })
    await browser.call('POST', pathFor(BFF_PATHS.connectionUse, first?.id ?? ''))
    expect((await browser.get('/late')).json()).toMatchObject({
      user: { defaultEmail: 'fake@harbour.example' },
    })
    expect(newest?.businessName).toBe('Other & Co')
  })

  it('must confirm before another user of the provider replaces the one they reconnect', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.connect()
    const { id } = await browser.connection()
    provider.person({ userId: 'VXNlcjpvdGhlcg==', email: 'other@harbour.example' })
    const page = await browser.connect({ intent: 'reconnect', connection_id: id })
    expect(await browser.resultOf(page)).toMatchObject({ outcome: 'other_person', decisionOpen: true })
    expect((await browser.get('/late')).json()).toMatchObject({
      user: { defaultEmail: 'fake@harbour.example' },
    })
  })

  it('is never the same as a user of the provider with the same id', async () => {
    const { userId } = { userId: Buffer.from('User:11111111-1111-4111-8111-111111111111').toString('base64') }
    const withoutPerson = await start({ person: undefined })
    const visitor = openOwnApp(withoutPerson.url)
    await visitor.connect()
    expect((await visitor.session()).person?.userId).toBe(userId)
    const browser = openBrowser()
    browser.signIn(encodeURIComponent(userId))
    expect((await browser.session()).connections).toEqual([])
    expect((await browser.get('/late')).status).toBe(404)
  })

  it('is named to the app with each change of a connection', async () => {
    const changes: string[] = []
    const { url } = await start({
      onConnectionChange: ({ person }, change) => void changes.push(`${person} ${change}`),
    })
    const browser = openBrowser(url)
    browser.signIn('anna')
    await browser.connect()
    await browser.disconnect()
    await until('both changes were reported', () => changes.length >= 2)
    expect(changes).toEqual(['anna connected', 'anna disconnected'])
  })

  it('is read from the app’s session, which is opened before the engine', async () => {
    const { url } = await start(
      { person: (req) => (req.session as { userId?: string } | undefined)?.userId },
      (mounted, books) => {
        mounted.use(session({ secret: 'of the app', resave: false, saveUninitialized: false }))
        mounted.use(books.routes)
        mounted.get('/sign-in', (req, res) => {
          Object.assign(req.session, { userId: 'anna' })
          res.json('welcome')
        })
        mounted.get('/late', books.connected(), (_req, res) => void res.json('connected'))
      },
    )
    const browser = openBrowser(url)
    expect((await browser.get('/late')).status).toBe(401)
    await browser.get('/sign-in')
    await browser.connect()
    expect((await browser.get('/late')).status).toBe(200)
  })
})

describe('an engine with a base path', () => {
  it('uses the same sign-in, and relays a callback whose cookie was withheld', async () => {
    const { url } = await start({ basePath: '/books' })
    const browser = openOwnApp(url, '/books')
    browser.agent.setCookie(url, WHO, 'anna')
    const { location = '' } = await browser.post('/connect/start', {}, { stopAt: `${url}/books/connect/` })
    browser.agent.setCookie(url, WHO, '')
    const relayed = relayIn(await browser.agent.visit(location))
    browser.agent.setCookie(url, WHO, 'anna')
    await browser.agent.visit(relayed)
    expect(await browser.session()).toMatchObject({ person: { userId: 'anna' }, connections: [{}] })
    expect((await browser.get('/late')).status).toBe(200)
  })
})

describe('a visitor who is not signed in to the host app', () => {
  it('is refused at every address of the engine with status 401 and the code session-ended', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.connect()
    const { id } = await browser.connection()
    const { csrfToken: csrf } = await browser.session()
    browser.signOut()
    for (const path of [BFF_PATHS.session, BFF_PATHS.events, pathFor(BFF_PATHS.connectionLastRead, id)])
      expect(codeOf(await browser.call('GET', path)), path).toBe('session-ended')
    for (const path of [BFF_PATHS.connectionDisconnect, BFF_PATHS.connectionCheckUp] as const)
      expect(codeOf(await browser.call('POST', pathFor(path, id))), path).toBe('session-ended')
    expect(codeOf(await browser.query(id))).toBe('session-ended')
    for (const path of [BFF_PATHS.connectStart, BFF_PATHS.disconnectForm])
      expect((await browser.post(path, { csrf, connection_id: id })).status, path).toBe(401)
    const late = await browser.get('/late')
    expect([late.status, codeOf(late)]).toEqual([401, 'session-ended'])
    browser.signIn('anna')
    // Signed out while the request is served.
    expect((await browser.get('/leave')).json()).toEqual({ code: 'session-ended' })
    expect((await browser.connection()).state).toBe('connected')
  })

  it('is also a user with an empty id; a numeric id is reported as a fault', async () => {
    const { url, logs } = await start({ person: ({ headers }) => Number(readCookie(headers, WHO)) as never })
    const browser = openBrowser(url)
    browser.signIn('7')
    expect((await browser.get('/late')).status).toBe(500)
    expect(logs()).toContain('person returned a number')
    const other = openBrowser()
    other.signIn('')
    expect((await other.call('GET', BFF_PATHS.session)).status).toBe(401)
  })

  it('reaches the sign-in addresses of the app', async () => {
    const browser = openBrowser()
    for (const path of [BFF_PATHS.signOut, BFF_PATHS.signOutForm, BFF_PATHS.sessions, BFF_PATHS.forgetMe])
      expect((await browser.get(path)).json()).toEqual({ app: path })
  })
})

describe('an attempt to connect in a host app', () => {
  it('is refused if another user returns with it, and nothing is exchanged or stored', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const callback = await browser.allow()
    browser.signIn('ben')
    expect((await browser.session()).openAttempt).toBeNull()
    const page = await browser.agent.visit(callback)
    expect((await browser.resultOf(page)).outcome).toBe('mismatch')
    expect(provider.callsOf('token')).toEqual([])
    expect((await browser.session()).connections).toEqual([])
    browser.signIn('anna')
    expect((await browser.session()).connections).toEqual([])
  })

  it('belongs to the user who began it, who may complete it after another user was signed in', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const callback = await browser.allow()
    browser.signIn('ben')
    await browser.agent.visit(callback)
    browser.signIn('anna')
    expect((await browser.resultOf(await browser.agent.visit(callback))).outcome).toBe('connected')
    browser.signIn('ben')
    expect((await browser.session()).connections).toEqual([])
  })

  it('is refused with status 401 if nobody is signed in when it returns', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const callback = await browser.allow()
    browser.signOut()
    const relayed = relayIn(await browser.agent.visit(callback))
    expect((await browser.agent.visit(relayed)).status).toBe(401)
    expect(provider.callsOf('token')).toEqual([])
  })

  it('is completed by a redirect inside the app if the browser first withholds the app’s cookie', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const callback = await browser.allow()
    browser.signOut()
    const relayed = relayIn(await browser.agent.visit(callback))
    browser.signIn('anna')
    const page = await browser.agent.visit(relayed)
    expect((await browser.resultOf(page)).outcome).toBe('connected')
  })

  it('cannot be dismissed or continued by another user', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.allow()
    const attemptId = (await browser.session()).openAttempt?.id ?? ''
    browser.signIn('ben')
    await browser.call('POST', pathFor(BFF_PATHS.attemptDismiss, attemptId))
    browser.signIn('anna')
    await browser.allow()
    browser.signIn('ben')
    await browser.allow({ attempt_id: attemptId })
    expect(lastAsked()['state']).not.toContain(attemptId)
  })

  it('requires the provider’s password if another user went to the provider from the same browser', async () => {
    provider.always('metadata', { kind: 'change', changes: { prompt_values_supported: ['login'] } })
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.connect()
    expect(lastAsked()).toMatchObject({ approval_prompt: 'force' })
    expect(lastAsked()['prompt']).toBeUndefined()
    browser.signIn('ben')
    await browser.connect()
    expect(lastAsked()['prompt']).toBe('login')
    await browser.connect()
    expect(lastAsked()['prompt']).toBeUndefined()
    browser.signIn('anna')
    await browser.connect({ intent: 'reconnect', connection_id: (await browser.connection()).id })
    expect(lastAsked()['prompt']).toBe('login')
  })

  it('requires the password also if it is continued after another user was at the provider', async () => {
    provider.always('metadata', { kind: 'change', changes: { prompt_values_supported: ['login'] } })
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.allow()
    const attemptId = (await browser.session()).openAttempt?.id ?? ''
    await browser.allow({ attempt_id: attemptId })
    expect(lastAsked()['state']).toContain(attemptId)
    browser.signIn('ben')
    await browser.allow()
    browser.signIn('anna')
    await browser.allow({ attempt_id: attemptId })
    expect(lastAsked()['prompt']).toBe('login')
  })
})

describe('a change of the user in one browser', () => {
  it('hides forms, results and connections of the previous user', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    const page = await browser.connect()
    const { id } = await browser.connection()
    const { csrfToken: csrf } = await browser.session()
    provider.forgetCalls()
    browser.signIn('ben')
    expect(await browser.session()).toMatchObject({ connections: [], selectedConnectionId: null })
    expect((await browser.resultOf(page)).outcome).toBeUndefined()
    // The form of a tab that anna left open, then one of ben's own that names anna's connection.
    for (const path of [BFF_PATHS.connectStart, BFF_PATHS.disconnectForm])
      expect((await browser.post(path, { csrf, connection_id: id })).status, path).toBe(403)
    await browser.post(BFF_PATHS.disconnectForm, { connection_id: id })
    const own: readonly [string, BffPath][] = [
      ['POST', BFF_PATHS.connectionDisconnect],
      ['POST', BFF_PATHS.connectionUse],
      ['POST', BFF_PATHS.connectionCheckUp],
      ['POST', BFF_PATHS.connectionDismiss],
      ['GET', BFF_PATHS.connectionLastRead],
      ['GET', BFF_PATHS.connectionDays],
    ]
    for (const [method, path] of own)
      expect(codeOf(await browser.call(method, pathFor(path, id))), path).toBe('connection-not-found')
    expect(codeOf(await browser.query(id))).toBe('connection-not-found')
    expect((await browser.get('/late')).status).toBe(404)
    expect(provider.calls).toEqual([])
    // Reconnecting it begins a connection of ben's own.
    await browser.connect({ intent: 'reconnect', connection_id: id })
    expect(lastAsked()).toMatchObject({ approval_prompt: 'force' })
    browser.signIn('anna')
    expect(await browser.connection()).toMatchObject({ id, state: 'connected' })
    expect((await browser.get('/late')).status).toBe(200)
  })

  it('ends the event stream at the next change and at the next heartbeat, so that the app is queried again', async () => {
    const { url } = await start({ overrides: { heartbeatMs: 300 } })
    const browser = openBrowser(url)
    browser.signIn('anna')
    await browser.connect()
    const open = async () => {
      const { body, statusCode } = await request(`${url}${BFF_PATHS.events}`, {
        headers: { ...SCRIPT_HEADERS, accept: 'text/event-stream', cookie: browser.agent.cookies(url) },
      })
      return { statusCode, text: body.text() }
    }
    // It ends by itself; an event of the connect may come before the one that ends it.
    expect(await (await open()).text).toMatch(/^retry: 3000\n\n(?:event: session\ndata: \{\}\n\n)+$/)
    browser.signOut()
    expect((await open()).statusCode).toBe(401)
  })

  it('ends the event stream of the user whose connection changes', async () => {
    const browser = openBrowser()
    browser.signIn('anna')
    await browser.connect()
    const { body } = await request(`${app.url}${BFF_PATHS.events}`, {
      headers: { ...SCRIPT_HEADERS, accept: 'text/event-stream', cookie: browser.agent.cookies(app.url) },
    })
    const text = body.text()
    await browser.disconnect()
    expect((await text).split('event: session')).toHaveLength(3)
  })
})
