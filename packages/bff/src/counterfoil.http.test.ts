import { createLogger } from '@counterfoil/service/telemetry/logger'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import express, { Router, type Express, type RequestHandler } from 'express'
import session from 'express-session'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { counterfoil, SetupError, type Counterfoil, type CounterfoilOptions } from './index.ts'
import { harbourOf, openOwnApp, startOwnApp, WHO_AM_I, type OwnApp } from './mount/testing/own-app.ts'

const QUIET = createLogger({ name: 'own-app', level: 'silent' })

let redis: TestRedis
let provider: FakeProvider
const apps: OwnApp[] = []
beforeAll(async () => {
  redis = await startRedis()
  provider = await startFakeProvider({ rotate: true })
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(async () => {
  await provider.close()
  await redis.close()
})

async function start(
  options: Partial<CounterfoilOptions> & { readonly redisUrl?: string } = {},
  mount?: Parameters<typeof startOwnApp>[1],
): Promise<OwnApp> {
  const app = await startOwnApp({ redisUrl: redis.url, provider: harbourOf(provider), ...options }, mount)
  apps.push(app)
  return app
}

describe('the engine in another Express app', () => {
  it('connects, reads for the person of a request, and disconnects', async () => {
    const { url } = await start({}, (app, books) => {
      app.use(books.routes)
      app.use(express.json())
      app.get('/late', books.connected(), async (req, res) => res.json(await books.query(req, WHO_AM_I)))
    })
    const browser = openOwnApp(url)
    expect((await browser.get('/late')).status).toBe(401)
    const page = await browser.connect()
    // Where they began: the app has no pages of a business.
    expect(page.url).toMatch(/^http:\/\/localhost:\d+\/\?result=/)
    expect((await browser.get('/late')).json()).toMatchObject({
      user: { defaultEmail: 'fake@harbour.example' },
    })
    await browser.disconnect()
    expect((await browser.get('/late')).status).toBe(404)
  })

  it('leaves every address of the app unchanged', async () => {
    const { url } = await start({}, (app, books) => {
      app.use(books.routes)
      app.use(express.json())
      app.all('/{*any}', (req, res) => res.json({ path: req.path, body: req.body ?? null }))
    })
    const browser = openOwnApp(url)
    for (const path of ['/', '/api/mine', '/health', '/connect', '/metrics'])
      expect((await browser.get(path)).json()).toEqual({ path, body: null })
    const answer = await browser.agent.send('POST', `${url}/api/mine`, {
      headers: { 'content-type': 'application/json' },
      body: '{"one":1}',
    })
    expect(answer.json()).toEqual({ path: '/api/mine', body: { one: 1 } })
    expect(answer.headers['content-security-policy']).toBeUndefined()
    expect(answer.headers['x-request-id']).toBeUndefined()
  })

  it('refuses cross-site writes at the app’s own routes with sameOrigin()', async () => {
    const { url } = await start({}, (app, books) => {
      app.use(books.routes)
      app.post('/mine', books.sameOrigin(), (_req, res) => void res.json('done'))
    })
    const { agent } = openOwnApp(url)
    const post = (headers: Record<string, string>) => agent.send('POST', `${url}/mine`, { headers })
    expect((await post({ origin: url })).status).toBe(200)
    expect((await post({ origin: 'https://other.example' })).status).toBe(403)
    expect((await post({ origin: url, 'sec-fetch-site': 'same-site' })).status).toBe(403)
  })

  it('shows a page, not JSON, to a browser whose old form is refused', async () => {
    const { url } = await start()
    const answer = await openOwnApp(url).agent.post(
      `${url}/connect/start`,
      { csrf: 'old' },
      { from: `${url}/` },
    )
    expect(answer.status).toBe(403)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain(`<a href="/">Go to ${new URL(url).host}</a>`)
    expect(answer.body).not.toContain('Counterfoil')
  })

  it('notifies the app once of each change of a connection', async () => {
    const changes: string[] = []
    const { url } = await start({
      onConnectionChange: (connection, change) => void changes.push(`${connection.businessName} ${change}`),
    })
    const browser = openOwnApp(url)
    await browser.connect()
    await browser.disconnect()
    await until('both changes were reported', () => changes.length >= 2)
    expect(changes).toEqual(['Fake & Co connected', 'Fake & Co disconnected'])
  })

  it('continues if the app’s listener throws, and logs the error', async () => {
    const { url, logs } = await start({
      onConnectionChange() {
        throw new Error('of the app')
      },
    })
    const browser = openOwnApp(url)
    await browser.connect()
    expect((await browser.session()).connections).toHaveLength(1)
    await until('it is logged', () => logs().includes('connection.change-unheard'))
  })
})

describe('two engines in one app', () => {
  it('have separate cookies and connections, and refresh at the same time', async () => {
    const other = await startFakeProvider()
    other.person({ email: 'ledger@other.example' })
    let app: Express | undefined
    const { url, books } = await start({}, (mounted, { routes }) => void (app = mounted.use(routes)))
    const ledger = await counterfoil({
      ...{ publicUrl: url, redis: `${redis.url}/1`, keys: testSecret('keys'), basePath: '/ledger' },
      ...{ provider: harbourOf(other), logger: QUIET },
    })
    app?.use(ledger.routes)
    const ask =
      (engine: Counterfoil): RequestHandler =>
      async (req, res) =>
        res.json(await engine.query(req, WHO_AM_I))
    app?.get('/both', ask(books))
    app?.get('/both-ledger', ask(ledger))
    const browser = openOwnApp(url)
    await browser.connect()
    const { agent, ...inLedger } = openOwnApp(url, '/ledger')
    await inLedger.connect()
    for (const { name, value } of agent.allCookies()) browser.agent.setCookie(url, name, value)
    provider.killAccessTokens()
    other.killAccessTokens()
    for (const each of [provider, other]) each.forgetCalls()
    const [one, two] = await Promise.all([browser.get('/both'), browser.get('/both-ledger')])
    expect(one.json()).toMatchObject({ user: { defaultEmail: 'fake@harbour.example' } })
    expect(two.json()).toMatchObject({ user: { defaultEmail: 'ledger@other.example' } })
    for (const each of [provider, other]) expect(each.callsOf('token')).toHaveLength(1)
    await ledger.close()
    await other.close()
  })
})

describe('a background job', () => {
  it('queries with the connection id alone, also in another process, and shares the refresh with browsers', async () => {
    const { url, books } = await start({}, (app, { routes, query }) => {
      app.use(routes)
      app.get('/late', async (req, res) => res.json(await query(req, WHO_AM_I)))
    })
    const browser = openOwnApp(url)
    await browser.connect()
    const [connection] = (await browser.session()).connections
    // As the other process of the same app: a provider compares redirect_uri when it refreshes.
    const worker = await start({ publicUrl: url })
    provider.killAccessTokens()
    provider.forgetCalls()
    const jobs = [books, worker.books].flatMap((engine) =>
      Array.from({ length: 10 }, () => engine.connection(connection?.id ?? '').query(WHO_AM_I)),
    )
    const queries = Array.from({ length: 10 }, () => browser.get('/late'))
    await Promise.all(jobs)
    for (const answer of await Promise.all(queries)) expect(answer.status).toBe(200)
    expect(provider.callsOf('token')).toHaveLength(1)
    await browser.disconnect()
    await expect(books.connection(connection?.id ?? '').query(WHO_AM_I)).rejects.toMatchObject({
      code: 'connection-disconnected',
    })
  })

  it('disconnects, and the tokens are revoked at the provider', async () => {
    const { url, books } = await start()
    const browser = openOwnApp(url)
    await browser.connect()
    const [connection] = (await browser.session()).connections
    const alive = provider.aliveTokens().length
    await books.connection(connection?.id ?? '').disconnect()
    expect(provider.aliveTokens().length).toBeLessThan(alive)
    expect((await browser.session()).connections).toMatchObject([{ state: 'disconnected' }])
    await expect(books.connection('nobody').disconnect()).rejects.toMatchObject({
      code: 'connection-not-found',
    })
  })

  it('finds no connection by an unknown id', async () => {
    const { books } = await start()
    await expect(books.connection('nobody').query(WHO_AM_I)).rejects.toMatchObject({
      code: 'connection-not-found',
    })
  })
})

describe('the start of an engine', () => {
  const faultsOf = async (options: Partial<CounterfoilOptions> & Record<string, unknown>) => {
    try {
      const books = await counterfoil({
        ...{ publicUrl: 'http://localhost:3000', redis: redis.url, keys: testSecret('keys of an app') },
        ...{ provider: harbourOf(provider), logger: QUIET, ...options },
      })
      await books.close()
      return []
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      return error.message.split('\n')
    }
  }

  it.each([
    [
      'http where https must be',
      { publicUrl: 'http://app.example' },
      /^publicUrl must be https, .*; write publicUrl: /,
    ],
    ['keys that are too short', { keys: 'short' }, /^keys has a key of fewer than 32 characters; .*openssl/],
    ['no address of Redis', { redis: undefined }, /^redis is missing; write redis: /],
    ['a Redis that is away', { redis: 'redis://127.0.0.1:1' }, /^redis does not answer at 127\.0\.0\.1:1; /],
    ['a cookie domain', { cookieDomain: '.example' }, /^cookieDomain is no option: .*; remove the line/],
    [
      'a list of operations that is not there',
      { operations: './gone.json' },
      /^operations .*npx counterfoil/,
    ],
  ])('is refused with one sentence and the line to change: %s', async (_name, options, sentence) => {
    expect(await faultsOf(options)).toEqual([expect.stringMatching(sentence)])
  })

  it('is refused with all faults at once', async () => {
    expect(await faultsOf({ publicUrl: 'http://app.example', keys: '', redis: 'nonsense' })).toHaveLength(3)
  })

  it('is refused with the metrics registry of another engine', async () => {
    const metrics = new Registry()
    await start({ metrics })
    expect(await faultsOf({ metrics })).toEqual([expect.stringMatching(/^metrics .*new Registry\(\)/)])
  })

  it('is refused on a Redis database that holds connections of another provider', async () => {
    await start()
    const elsewhere = { ...harbourOf(provider), realm: 'https://other.example' }
    expect(await faultsOf({ provider: elsewhere })).toEqual([
      expect.stringMatching(/^redis holds connections/),
    ])
  })

  it('is refused behind a body parser, with the line that mounts it', async () => {
    await expect(start({}, (app, books) => void app.use(express.json()).use(books.routes))).rejects.toThrow(
      /^A body parser is before books\.routes .*; move app\.use\(books\.routes\) above/,
    )
  })

  it('is refused at another path than its base path', async () => {
    await expect(start({}, (app, books) => void app.use('/books', books.routes))).rejects.toThrow(
      "basePath: '/books'",
    )
  })

  it('is refused at the first request if a Router contains the body parser', async () => {
    const { url, logs } = await start({}, (app, books) => {
      app.use(Router().use(express.json(), books.routes))
    })
    expect((await openOwnApp(url).get('/api/session')).status).toBe(500)
    expect(logs()).toContain('move app.use(books.routes) above the line')
  })

  it('is refused if the app has opened an express-session that would mix with the engine’s own', async () => {
    const { url, logs } = await start({}, (app, books) => {
      app.use(session({ secret: 'of the app', resave: false, saveUninitialized: true }), books.routes)
    })
    expect((await openOwnApp(url).get('/api/session')).status).toBe(500)
    expect(logs()).toContain('move app.use(books.routes) above the line app.use(session(')
  })
})
