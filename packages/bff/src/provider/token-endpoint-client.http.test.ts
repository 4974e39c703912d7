import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '@counterfoil/testkit/certificate'
import { asRefreshToken } from '@counterfoil/oauth/testing/ids'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { endpointParts } from './testing/endpoint-parts.ts'
import { createTokenEndpoint } from './token-endpoint-client.ts'

const TOKENS = { access_token: 'a', expires_in: 60, token_type: 'Bearer', scope: 's', userId: 'u' }
const answerTokens: RequestListener = (req, res) => {
  req.resume().once('end', () => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(TOKENS))
  })
}

let dispatcher: Agent
let server: Server
let port: number

beforeEach(async () => {
  dispatcher = new Agent()
  server = createServer(answerTokens)
  port = await listen(0)
  return async () => {
    await dispatcher.destroy()
    await close()
  }
})

const listen = (wanted: number) =>
  new Promise<number>((resolve) => {
    server.listen(wanted, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
const close = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** @param wait Happens between two tries. */
function endpointAt(authUrl: string, wait: () => Promise<unknown> = async () => undefined) {
  return createTokenEndpoint({
    ...endpointParts(exampleProfile({ url: authUrl, clientSecret: 's' }), dispatcher),
    redirectUri: 'http://localhost/connect/callback',
    timeoutMs: 60_000,
    wait: async () => void (await wait()),
  })
}

describe('a call that could not be sent', () => {
  it('is repeated without an error for the caller', async () => {
    await close()
    const endpoint = endpointAt(`http://127.0.0.1:${port}`, () => listen(port))
    expect(await endpoint.refresh(asRefreshToken('r'), () => true)).toMatchObject({ kind: 'tokens' })
  })

  it('is repeated once only', async () => {
    let waits = 0
    await close()
    const endpoint = endpointAt(`http://127.0.0.1:${port}`, async () => (waits += 1))
    expect(await endpoint.refresh(asRefreshToken('r'))).toMatchObject({
      cause: 'ECONNREFUSED',
      isSent: false,
    })
    expect(waits).toBe(1)
  })

  it('may be a call to an unknown host name', async () => {
    const outcome = await endpointAt('https://nobody.invalid').refresh(asRefreshToken('r'))
    expect(outcome).toMatchObject({ kind: 'provider_down', isSent: false })
  })

  it('is not a call that was cut off after it was sent, which may have been executed', async () => {
    let calls = 0
    server.removeAllListeners('request').on('request', (req, res) => {
      calls += 1
      req.resume().once('end', () => res.destroy())
    })
    const outcome = await endpointAt(`http://127.0.0.1:${port}`).refresh(asRefreshToken('r'))
    expect(outcome).toMatchObject({ kind: 'provider_down', isSent: true, isAnswered: false })
    expect(calls).toBe(1)
  })
})

describe('a call with a refresh token', () => {
  // browser-apps: 1
  it('is sent as a form with a Content-Length', async () => {
    let received: unknown
    server.removeAllListeners('request').on('request', (req, res) => {
      let body = ''
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.once('end', () => {
        const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
        const { refresh_token: token, client_secret: secret } = Object.fromEntries(new URLSearchParams(body))
        received = { length, encoding, token, secret }
        res.end('{}')
      })
    })
    await endpointAt(`http://127.0.0.1:${port}`).refresh(asRefreshToken('r1'), () => true)
    expect(received).toMatchObject({
      length: expect.stringMatching(/^\d+$/) as string,
      token: 'r1',
      secret: 's',
    })
    expect(received).toMatchObject({ encoding: undefined })
  })

  it('is not sent after the lock was lost, however late that is known', async () => {
    let bytes = ''
    server.on('connection', (socket) => socket.on('data', (chunk: Buffer) => (bytes += chunk.toString())))
    expect(
      await endpointAt(`http://127.0.0.1:${port}`).refresh(asRefreshToken('secret'), () => false),
    ).toEqual({
      kind: 'withheld',
    })
    expect(bytes).not.toContain('secret')
  })
})

it('the token endpoint client sends nothing to a server with a refused certificate, and reports the fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-certificate-'))
  const files = await makeCertificate(folder)
  let requests = 0
  const [key, cert] = await Promise.all([files.key, files.cert].map((file) => readFile(file)))
  const secure = createSecureServer({ key, cert }, () => (requests += 1))
  await new Promise<void>((resolve) => void secure.listen(0, '127.0.0.1', resolve))
  const endpoint = endpointAt(`https://127.0.0.1:${(secure.address() as AddressInfo).port}`)
  expect(await endpoint.refresh(asRefreshToken('r'), () => true)).toEqual({
    ...{ kind: 'provider_down', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ...{ isAnswered: false, isSent: false, isLasting: true },
  })
  expect(requests).toBe(0)
  secure.close()
  await rm(folder, { recursive: true })
})
