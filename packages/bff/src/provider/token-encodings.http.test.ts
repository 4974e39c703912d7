import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'
import { asRefreshToken } from '@counterfoil/oauth/testing/ids'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { endpointParts } from './testing/endpoint-parts.ts'
import { createTokenEndpoint } from './token-endpoint-client.ts'

const TOKENS = { access_token: 'a', refresh_token: 'r2', expires_in: 60, token_type: 'Bearer', scope: 's' }
const JSON_TEXT = JSON.stringify(TOKENS)
const FORM_TEXT = new URLSearchParams(Object.entries(TOKENS).map(([name, value]) => [name, String(value)]))
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MEBIBYTE = 1_048_576

let provider: Listening
let dispatcher: Agent
let send: (res: ServerResponse) => unknown
let closed: Promise<unknown>

beforeEach(async () => {
  dispatcher = new Agent()
  provider = await listen(
    (req, res) => {
      closed = new Promise((resolve) => req.socket.once('close', resolve).on('error', () => undefined))
      req.resume().once('end', () => void send(res))
    },
    { host: '127.0.0.1', port: 0 },
  )
  return async () => {
    await dispatcher.destroy()
    await provider.close(0)
  }
})

/** The outcome of a refresh that is answered with `body`. */
function refreshAnsweredBy(body: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  send = (res) => res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  const endpoint = createTokenEndpoint({
    ...endpointParts(exampleProfile({ url: provider.url }), dispatcher),
    redirectUri: 'http://localhost/connect/callback',
    timeoutMs: 60_000,
    wait: async () => undefined,
  })
  return endpoint.refresh(asRefreshToken('r'))
}

/** JSON tokens in exactly so many bytes. */
const padded = (bytes: number) => JSON_TEXT.padEnd(bytes)
/** Removes the times and the list of odd fields, in which every number of a form response is named because it is a text. */
const comparable = (outcome: object) =>
  JSON.parse(
    JSON.stringify(outcome, (key, value: unknown) =>
      key.endsWith('Ms') || key === 'oddFields' ? undefined : value,
    ),
  ) as unknown

describe('a token response', () => {
  it.each<readonly [string, string | Buffer, Readonly<Record<string, string>>]>([
    ['with a byte-order mark', `\uFEFF${JSON_TEXT}`, {}],
    [
      'with a content type in capitals and a charset',
      JSON_TEXT,
      { 'content-type': 'Application/JSON; charset=UTF-8' },
    ],
    ['without a content type', JSON_TEXT, { 'content-type': '' }],
    ['in gzip that nobody asked for', gzipSync(JSON_TEXT), { 'content-encoding': 'gzip' }],
    ['in gzip under its old name', gzipSync(JSON_TEXT), { 'content-encoding': 'X-GZIP' }],
    ['in deflate', deflateSync(JSON_TEXT), { 'content-encoding': 'deflate' }],
    ['in Brotli', brotliCompressSync(JSON_TEXT), { 'content-encoding': 'br' }],
    ['in gzip with a byte-order mark', gzipSync(`\uFEFF${JSON_TEXT}`), { 'content-encoding': 'gzip' }],
    [
      'as a form, by its content type',
      FORM_TEXT.toString(),
      { 'content-type': `${FORM_TYPE}; charset=utf-8` },
    ],
    [
      'as a form in gzip',
      gzipSync(FORM_TEXT.toString()),
      { 'content-type': FORM_TYPE, 'content-encoding': 'gzip' },
    ],
    ['of exactly one mebibyte', padded(MEBIBYTE), {}],
    ['of one mebibyte once it is unpacked', gzipSync(padded(MEBIBYTE)), { 'content-encoding': 'gzip' }],
  ])('%s is read like plain JSON', async (_name, body, headers) => {
    const plain = await refreshAnsweredBy(JSON_TEXT)
    expect(plain).toMatchObject({ kind: 'tokens' })
    expect(comparable(await refreshAnsweredBy(body, headers))).toEqual(comparable(plain))
  })

  it.each<readonly [string, string | Buffer, Readonly<Record<string, string>>]>([
    ['one byte longer than a mebibyte', padded(MEBIBYTE + 1), {}],
    [
      'one byte longer than that once unpacked',
      gzipSync(padded(MEBIBYTE + 1)),
      { 'content-encoding': 'gzip' },
    ],
    [
      'a thousand times longer once unpacked',
      gzipSync(padded(MEBIBYTE * 100)),
      { 'content-encoding': 'gzip' },
    ],
    ['gzip that is cut off', gzipSync(JSON_TEXT).subarray(0, 20), { 'content-encoding': 'gzip' }],
    ['something else under the name of gzip', JSON_TEXT, { 'content-encoding': 'gzip' }],
    ['a form under the name of JSON', FORM_TEXT.toString(), {}],
  ])('that is %s is no token response, and removes no stored token', async (_name, body, headers) => {
    expect(await refreshAnsweredBy(body, headers)).toMatchObject({ kind: 'provider_down' })
  })

  it('that exceeds the size limit while compressed closes its connection', async () => {
    // A member of gzip may have a name without an end, which unpacks to nothing.
    const header = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])
    const answer = refreshAnsweredBy('')
    send = (res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      res.write(Buffer.concat([header, Buffer.alloc(MEBIBYTE * 2, 'a')]))
    }
    expect(await answer).toMatchObject({ kind: 'provider_down' })
    await closed
  })

  it('that exceeds the size limit when decompressed closes its connection', async () => {
    const long = gzipSync(padded(MEBIBYTE * 100))
    send = (res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      // Never ended: only the reader can.
      res.write(long)
    }
    const sent = send
    const answer = refreshAnsweredBy('')
    send = sent
    expect(await answer).toMatchObject({ kind: 'provider_down' })
    await closed
  })
})
