import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asAccessToken, asRefreshToken } from '@counterfoil/oauth/testing/ids'
import { exampleProfile } from '#provider-profile/testing/harbour-example.ts'
import { endpointParts } from './testing/endpoint-parts.ts'
import { createTokenEndpoint } from './token-endpoint-client.ts'

let provider: Listening
let dispatcher: Agent
let sentBytes: number
let closed: Promise<unknown>

/** Sends spaces before a JSON document that never begins, as fast as they are read. */
function sendForEver(res: ServerResponse): void {
  const chunk = ' '.repeat(16_384)
  closed = once(res, 'close')
  res.writeHead(200, { 'content-type': 'application/json' })
  const send = () => {
    while (!res.closed) {
      sentBytes += chunk.length
      if (!res.write(chunk)) break
    }
  }
  res.on('drain', send)
  send()
}

beforeEach(async () => {
  sentBytes = 0
  dispatcher = new Agent()
  provider = await listen((_req, res) => sendForEver(res), { host: '127.0.0.1', port: 0 })
  return async () => {
    await dispatcher.destroy()
    await provider.close(0)
  }
})
afterEach(() => expect(sentBytes).toBeLessThan(32 * 1_048_576))

/** The deadline of each call is further away than a test may take: what ends the answer is its length. */
const timeoutMs = 600_000

describe('an answer of the provider without an end is cancelled at the size limit', () => {
  it('if it is a token response', async () => {
    const endpoint = createTokenEndpoint({
      ...endpointParts(exampleProfile({ url: provider.url }), dispatcher),
      redirectUri: 'http://localhost/connect/callback',
      timeoutMs,
      wait: async () => undefined,
    })
    expect(await endpoint.refresh(asRefreshToken('r'))).toMatchObject({
      kind: 'provider_down',
      isAnswered: false,
    })
    await closed
  })

  it('if it is a userinfo response', async () => {
    const { probe } = endpointParts(exampleProfile({ url: provider.url }), dispatcher)
    const bearer = { accessToken: asAccessToken('t'), scopes: ['user:read'] }
    expect(await probe.askUser(bearer)).toEqual({ kind: 'provider_down' })
    await closed
  })

  it('if it is a metadata document', async () => {
    const { metadata } = endpointParts(exampleProfile({ url: provider.url }), dispatcher)
    expect(await metadata.abilities()).toMatchObject({ takesPkce: true, takesLoginPrompt: undefined })
    await closed
  })
})
