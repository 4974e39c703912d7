import { type ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LOOK_BYTES } from './answer-text.ts'
import {
  startGraphqlWorld,
  current,
  MUTATION,
  UNAUTHENTICATED,
  type World,
  sendJson,
  codeOf,
} from './testing/graphql-fixture.ts'

startGraphqlWorld()

describe('a refused access token', () => {
  const refuseOld =
    (refusal: (res: ServerResponse) => void): World['answerUpstream'] =>
    (req, res) =>
      req.headers.authorization === 'Bearer old'
        ? refusal(res)
        : sendJson(res, '{"data":{"user":{"id":"u"}}}')

  it.each([
    ['as 401', (res: ServerResponse) => sendJson(res, UNAUTHENTICATED, 401)],
    ['as 401 without a body', (res: ServerResponse) => void res.writeHead(401).end()],
    ['inside HTTP 200', (res: ServerResponse) => sendJson(res, UNAUTHENTICATED)],
    [
      'inside HTTP 200, compressed',
      (res: ServerResponse) => sendJson(res, gzipSync(UNAUTHENTICATED), 200, { 'content-encoding': 'gzip' }),
    ],
    [
      'at the beginning of a long answer',
      (res: ServerResponse) =>
        sendJson(res, UNAUTHENTICATED.replace('null', `{"pad":"${'x'.repeat(LOOK_BYTES * 2)}"}`)),
    ],
  ])(
    '%s leads to one refresh and one retry, and the browser gets the answer of the retry',
    async (_name, refusal) => {
      current.world.answerUpstream = refuseOld(refusal)
      const answer = await current.world.ask({ headers: { 'accept-encoding': 'gzip' } })
      expect(answer).toMatchObject({ status: 200, body: '{"data":{"user":{"id":"u"}}}' })
      expect(current.world.renewals).toEqual(['old'])
      expect(current.world.upstreamRequests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer old',
        'Bearer new',
      ])
    },
  )

  /** The number of characters after the error code by which a refusal is recognized. */
  const AFTER_CODE = UNAUTHENTICATED.length - UNAUTHENTICATED.indexOf('UNAUTHENTICATED"') - 16
  /** A refusal of which the encoded form has exactly `bytes`; the refusal itself is before or behind the padding. */
  function padRefusal(encoding: 'identity' | 'gzip', bytes: number, place: 'first' | 'last'): Buffer {
    // Level 0 stores and does not compress: a character more is a byte more.
    const encode = (text: string) => (encoding === 'gzip' ? gzipSync(text, { level: 0 }) : Buffer.from(text))
    const pad = (length: number) => `"extensions":{"pad":"${'x'.repeat(length)}"}`
    const errors = UNAUTHENTICATED.slice(1, -1)
    const text = (length: number) =>
      place === 'first' ? `{${errors},${pad(length)}}` : `{${pad(length)},${errors}}`
    const body = encode(text(bytes - encode(text(0)).length))
    const exact =
      body.length === bytes ? body : encode(text(2 * bytes - encode(text(0)).length - body.length))
    expect(exact).toHaveLength(bytes)
    return exact
  }

  it.each([
    ['identity', 'last', LOOK_BYTES, 'is seen'],
    ['identity', 'last', LOOK_BYTES + AFTER_CODE, 'is seen'],
    ['identity', 'last', LOOK_BYTES + AFTER_CODE + 1, 'is passed on'],
    ['identity', 'first', LOOK_BYTES + 1, 'is seen'],
    ['gzip', 'last', LOOK_BYTES, 'is seen'],
    ['gzip', 'last', LOOK_BYTES + 1, 'is passed on'],
    ['gzip', 'first', LOOK_BYTES + 1, 'is seen'],
    ['gzip', 'first', LOOK_BYTES * 20, 'is seen'],
  ] as const)(
    'with encoding %s, reported %s in an answer of %i bytes, %s',
    async (encoding, place, bytes, what) => {
      const refusal = padRefusal(encoding, bytes, place)
      const headers: Record<string, string> = encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}
      current.world.answerUpstream = refuseOld((res) => sendJson(res, refusal, 200, headers))
      const answer = await current.world.ask({ headers: { 'accept-encoding': 'gzip' } })
      expect(answer.status).toBe(200)
      if (what === 'is seen') expect(answer.body).toBe('{"data":{"user":{"id":"u"}}}')
      else expect(answer.raw.equals(refusal)).toBe(true)
      expect(current.world.renewals).toEqual(what === 'is seen' ? ['old'] : [])
    },
  )

  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
  ])('is detected at the beginning of a long compressed answer (%s)', async (encoding, compress) => {
    // Digits that do not repeat, so that it stays long.
    const noise = randomBytes(LOOK_BYTES * 4).toString('base64')
    const refusal = compress(UNAUTHENTICATED.replace('null', `{"pad":"${noise}"}`))
    expect(refusal.length).toBeGreaterThan(LOOK_BYTES * 2)
    current.world.answerUpstream = refuseOld((res) =>
      sendJson(res, refusal, 200, { 'content-encoding': encoding }),
    )
    const answer = await current.world.ask({ headers: { 'accept-encoding': encoding } })
    expect(answer.body).toBe('{"data":{"user":{"id":"u"}}}')
    expect(current.world.renewals).toEqual(['old'])
  })

  it('is not assumed because a short answer decompresses to a very long one', async () => {
    const body = gzipSync(JSON.stringify({ data: { list: 'x'.repeat(3_000_000) } }))
    expect(body.length).toBeLessThan(LOOK_BYTES)
    current.world.answerUpstream = (_req, res) => sendJson(res, body, 200, { 'content-encoding': 'gzip' })
    const answer = await current.world.ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(answer.status).toBe(200)
    expect(answer.raw.equals(body)).toBe(true)
  })

  const aMutation = { hash: MUTATION, headers: { 'idempotency-key': 'key-of-one-mutation' } }

  it('that is reported inside an answer never makes the BFF send a mutation twice', async () => {
    current.world.answerUpstream = refuseOld((res) => sendJson(res, UNAUTHENTICATED))
    expect(codeOf(await current.world.ask(aMutation))).toBe('outcome-unknown')
    expect(current.world.upstreamRequests).toHaveLength(1)
    expect(current.world.renewals).toEqual(['old'])
  })

  it('that is reported by status 401 makes the BFF resend a mutation with the same key, as it was not applied', async () => {
    current.world.answerUpstream = refuseOld((res) => sendJson(res, UNAUTHENTICATED, 401))
    expect((await current.world.ask(aMutation)).status).toBe(200)
    expect(current.world.upstreamRequests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-of-one-mutation',
      'key-of-one-mutation',
    ])
  })

  it('that cannot be refreshed leaves a mutation unapplied, and the answer reports it', async () => {
    current.world.answerUpstream = (_req, res) => sendJson(res, UNAUTHENTICATED, 401)
    current.world.renewed = { kind: 'ended', state: 'reconnect' }
    expect(codeOf(await current.world.ask(aMutation))).toBe('reconnect-required')
  })

  it('that is refused again after the refresh is not retried, not even by the next request', async () => {
    current.world.answerUpstream = (_req, res) => sendJson(res, UNAUTHENTICATED, 401)
    expect(codeOf(await current.world.ask())).toBe('provider-unavailable')
    expect(current.world.upstreamRequests).toHaveLength(2)
    expect(codeOf(await current.world.ask())).toBe('provider-unavailable')
    expect(current.world.upstreamRequests).toHaveLength(3)
    expect(current.world.renewals).toEqual(['old'])
  })

  it('is never reported as the end of the BFF session', async () => {
    current.world.answerUpstream = (_req, res) => sendJson(res, UNAUTHENTICATED, 401)
    current.world.renewed = { kind: 'ended', state: 'reconnect' }
    const answer = await current.world.ask()
    expect(answer.status).toBe(409)
    expect(codeOf(answer)).toBe('reconnect-required')
    expect(answer.headers).not.toHaveProperty('www-authenticate')
  })

  it('is not assumed because of a text that a person wrote', async () => {
    const body = JSON.stringify({
      data: { memo: '"code":"UNAUTHENTICATED"', pad: 'x'.repeat(LOOK_BYTES * 2) },
    })
    current.world.answerUpstream = (_req, res) => sendJson(res, body)
    expect((await current.world.ask()).body).toBe(body)
    expect(current.world.renewals).toEqual([])
  })
})
