import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import { createLogger } from '@counterfoil/service/logger'
import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorMiddleware } from '#pages/error-middleware.ts'
import { requestOriginMiddleware } from './request-origin-middleware.ts'
import { securityHeadersMiddleware, setClearSiteData } from './security-headers-middleware.ts'

const OWN = 'https://app.example'

describe(requestOriginMiddleware, () => {
  let service: Listening
  let log: { event?: string; layer?: string; requestId?: string; url?: string }[] = []
  const refusedLayers: string[] = []

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
    app.use('/api', requestOriginMiddleware({ publicUrl: OWN, kind: 'api', logger, metrics }))
    app.use('/connect/start', requestOriginMiddleware({ publicUrl: OWN, kind: 'form', logger, metrics }))
    app.post('/api/sign-out', (_req, res) => {
      setClearSiteData(res)
      res.send('ok')
    })
    app.use((_req, res) => void res.send('ok'))
    app.use(errorMiddleware({ logger }))
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
  ])(
    'refuses by %s, for a read as for a write, and the log says which layer it was',
    async (layer, headers) => {
      for (const method of ['GET', 'POST']) {
        const answer = await call('/api/session?code=hunter2', headers, method)
        expect(answer.status).toBe(403)
        expect(await answer.json()).toMatchObject({ code: 'cross-site-request' })
      }
      const refusals = log.filter(({ event }) => event === 'request.refused')
      expect(refusals.map((line) => line.layer)).toEqual([layer, layer])
      expect(refusals[0]?.requestId).toBeDefined()
      expect(JSON.stringify(log)).not.toContain('hunter2')
      expect(refusedLayers).toContain(layer)
    },
  )

  it('lets our own page through, and says what the answer depends on', async () => {
    const answer = await call('/api/session', ours)
    expect(answer.status).toBe(200)
    for (const name of ['cookie', 'origin', 'sec-fetch-site', 'x-counterfoil-request']) {
      expect(answer.headers.get('vary')?.toLowerCase()).toContain(name)
    }
  })

  it('lets an event stream through that can send no header of ours', async () => {
    expect((await call('/api/events', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await call('/api/events', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await call('/api/events', {})).status).toBe(403)
  })

  it('lets a form of our page through and no other', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: OWN }
    expect((await call('/connect/start', { ...form, 'sec-fetch-site': 'same-origin' }, 'POST')).status).toBe(
      200,
    )
    expect((await call('/connect/start', form, 'POST')).status).toBe(200)
    expect((await call('/connect/start', { ...form, origin: 'null' }, 'POST')).status).toBe(403)
    expect((await call('/connect/start', { 'content-type': 'text/plain' }, 'POST')).status).toBe(403)
  })

  it('puts the security headers on every answer, refusals too', async () => {
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

  it('lets the browser forget what it kept of a person who signs out', async () => {
    const answer = await call('/api/sign-out', ours, 'POST')
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  })
})
