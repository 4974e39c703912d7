import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorMiddleware } from '#problems/error-middleware.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createBodyBudget } from '#request-body/body-budget.ts'
import { securityHeadersMiddleware, setClearSiteData } from '#security/security-headers-middleware.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import { createRequestRules } from './request-rules.ts'
import { createSessionOpener } from '#session/session-responder.ts'
import { createRequestRulesMiddleware } from './request-rules-middleware.ts'

const OWN = 'https://app.example'
const WRITES: Readonly<Record<string, string>> = { POST: '/api/session/extend' }

describe(createRequestRulesMiddleware, () => {
  let service: Listening
  let log: { event?: string; layer?: string; requestId?: string; url?: string }[] = []
  const refusedLayers: string[] = []
  let isAllowed = true

  beforeAll(async () => {
    const logger = createLogger({
      name: 'test',
      level: 'info',
      destination: { write: (line) => void log.push(JSON.parse(line) as (typeof log)[number]) },
    })
    const metrics = { refusedRequest: (layer: string) => void refusedLayers.push(layer) }
    const app = express()
    app.disable('x-powered-by')
    app.use(requestIdMiddleware())
    app.use(securityHeadersMiddleware({ publicUrl: OWN }))
    app.use(
      createRequestRulesMiddleware({
        checkRules: createRequestRules({
          guardOrigin: createOriginGuard({ publicUrl: OWN, logger, metrics, mayLog: () => true }),
          limits: { consume: async () => ({ allowed: isAllowed, retryAtMs: 2500 }) },
          clock: () => 0,
          trustedProxies: 0,
          sessionDigestOf: () => 'h1',
          hasOurCookie: () => true,
          concurrency: { graphql: createConcurrencyLimit(10), api: createConcurrencyLimit(10) },
          maxBodyBytes: 1000,
          bodies: createBodyBudget(10_000),
        }),
        openSession: createSessionOpener((req, _res, next) => {
          Object.assign(req, { session: { principalId: 'p1', startedAtMs: 0 }, sessionID: 's1' })
          next()
        }),
        reader: { read: async () => undefined },
      }),
    )
    app.post('/api/forget-me', (_req, res) => {
      setClearSiteData(res)
      res.send('ok')
    })
    app.use((_req, res) => void res.send('ok'))
    app.use(errorMiddleware({ logger, config: { publicUrl: 'https://app.example', supportUrl: undefined } }))
    service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  beforeEach(() => {
    log = []
  })
  afterAll(() => service.close(0))

  const call = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(service.url + path, { method, headers })
  const ours = { 'sec-fetch-site': 'same-origin', origin: OWN, 'x-counterfoil-request': '1' }

  it.each([
    ['fetch-metadata', { ...ours, 'sec-fetch-site': 'cross-site' }],
    ['origin', { ...ours, origin: 'https://evil.example' }],
    ['custom-header', { 'sec-fetch-site': 'same-origin', origin: OWN }],
  ])('refuses by %s, reads as well as writes, and logs which layer refused', async (layer, headers) => {
    for (const method of ['GET', 'POST']) {
      const answer = await call(`${WRITES[method] ?? '/api/session'}?code=hunter2`, headers, method)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'cross-site-request' })
    }
    const refusals = log.filter(({ event }) => event === 'request.refused')
    expect(refusals.map((line) => line.layer)).toEqual([layer, layer])
    expect(refusals[0]?.requestId).toBeDefined()
    expect(JSON.stringify(log)).not.toContain('hunter2')
    expect(refusedLayers).toContain(layer)
  })

  it('accepts requests of our own page, and sends the matching Vary header', async () => {
    const answer = await call('/api/session', ours)
    expect(answer.status).toBe(200)
    for (const name of ['cookie', 'origin', 'sec-fetch-site', 'x-counterfoil-request']) {
      expect(answer.headers.get('vary')?.toLowerCase()).toContain(name)
    }
  })

  it('accepts an event stream, which cannot send our custom header', async () => {
    expect((await call('/api/events', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await call('/api/events', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await call('/api/events', {})).status).toBe(403)
  })

  // browser-apps: 8
  it('accepts a form of our page and no other', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: OWN }
    expect((await call('/connect/start', { ...form, 'sec-fetch-site': 'same-origin' }, 'POST')).status).toBe(
      200,
    )
    expect((await call('/connect/start', form, 'POST')).status).toBe(200)
    expect((await call('/connect/start', { ...form, origin: 'null' }, 'POST')).status).toBe(403)
    expect((await call('/connect/start', { 'content-type': 'text/plain' }, 'POST')).status).toBe(403)
  })

  it('sends the security headers with every response, including refusals', async () => {
    for (const headers of [ours, {}]) {
      const answer = await call('/api/session', headers)
      const expected = {
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      }
      for (const [name, value] of Object.entries(expected)) expect(answer.headers.get(name)).toBe(value)
      expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=/)
      expect(answer.headers.get('permissions-policy')).toContain('camera=()')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.headers.has('x-powered-by')).toBe(false)
    }
  })

  it('clears the browser’s cache when a person signs out', async () => {
    const answer = await call('/api/forget-me', ours, 'POST')
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  })

  it('answers 429 with Retry-After in whole seconds', async () => {
    expect((await call('/api/session', ours)).status).toBe(200)
    isAllowed = false
    const refused = await call('/api/session', ours)
    isAllowed = true
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
  })
})
