import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../http/listen-and-stop.ts'
import type { Listening } from '../http/listen-and-stop.ts'
import { requestIdMiddleware, requestIdOf } from './request-id-middleware.ts'
import { parseTraceparent } from './trace.ts'

let service: Listening
beforeAll(async () => {
  const app = express()
  app.use(requestIdMiddleware())
  app.get('/', (_req, res) => void res.send(requestIdOf(res)))
  service = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => service.close())

async function idFor(headers: Record<string, string>) {
  const answer = await fetch(service.url, { headers })
  const id = await answer.text()
  expect(answer.headers.get('x-request-id')).toBe(id)
  return id
}

describe(requestIdMiddleware, () => {
  it('keeps a well-formed id of the caller', async () => {
    expect(await idFor({ 'x-request-id': 'a1B2-c3.d4' })).toBe('a1B2-c3.d4')
  })

  it.each(['short', 'x'.repeat(65), 'with space', 'a'.repeat(8) + '"'])(
    'replaces the id %j',
    async (given) => {
      expect(await idFor({ 'x-request-id': given })).toMatch(/^[\w-]{22}$/)
    },
  )

  it('uses the trace id if there is no request id', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    expect(await idFor({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })).toBe(traceId)
  })
})

describe(parseTraceparent, () => {
  it.each([
    undefined,
    '',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331',
  ])('ignores %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})
