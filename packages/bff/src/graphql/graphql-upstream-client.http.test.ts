import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { openSlowClient } from '@counterfoil/testkit/slow-client'
import { until } from '@counterfoil/testkit/until'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGraphqlUpstream } from './graphql-upstream-client.ts'
import type { GraphqlUpstream } from './graphql-upstream.ts'

describe(createGraphqlUpstream, () => {
  let provider: Listening
  let upstream: GraphqlUpstream
  let held: ServerResponse[]

  beforeEach(async () => {
    held = []
    provider = await listen((_req, res) => void held.push(res), { host: '127.0.0.1', port: 0 })
    upstream = createGraphqlUpstream({
      url: `${provider.url}/graphql`,
      timeoutMs: 30_000,
      totalTimeoutMs: 30_000,
      maxConnections: 1,
      maxCalls: 2,
    })
  })
  afterEach(async () => {
    await upstream.close()
    await provider.close(0)
  })

  const send = () => upstream.send({ body: '{}', headers: { 'content-type': 'application/json' } })
  const answer = (res: ServerResponse | undefined) => {
    res?.setHeader('content-type', 'application/json')
    res?.end('{"data":{}}')
  }

  it('cancels a call that waits for a connection at once', async () => {
    const first = send()
    await until('the first call is at the provider', () => held.length === 1)
    const second = send()
    second.cancel()
    await expect(second.answer).rejects.toMatchObject({ kind: 'cancelled' })
    answer(held[0])
    expect((await first.answer).isWhole).toBe(true)
    expect(held).toHaveLength(1)
  })

  it('checks again whether the call may be sent when a connection is free, and sends nothing otherwise', async () => {
    let isOurs = true
    const first = send()
    await until('the first call is at the provider', () => held.length === 1)
    const second = upstream.send({ body: '{}', headers: {}, maySend: () => isOurs })
    isOurs = false
    answer(held[0])
    await first.answer
    await expect(second.answer).rejects.toMatchObject({ kind: 'withheld', wasSent: false })
    const third = send()
    await until('the third call is at the provider', () => held.length === 2)
    answer(held[1])
    expect((await third.answer).isWhole).toBe(true)
  })

  it('counts every call once, however it ends', async () => {
    for (let round = 0; round < 3; round += 1) {
      const first = send()
      await until('the call is at the provider', () => held.length === 1)
      const second = send()
      await expect(send().answer).rejects.toMatchObject({ kind: 'crowded' })
      second.cancel()
      await expect(second.answer).rejects.toMatchObject({ kind: 'cancelled' })
      answer(held.pop())
      await first.answer
    }
    const last = send()
    await until('the last call is at the provider', () => held.length === 1)
    last.cancel()
    await expect(last.answer).rejects.toMatchObject({ kind: 'cancelled' })
  })

  it('cancels a call at its total deadline, whether or not it waits for a connection', async () => {
    await upstream.close()
    upstream = createGraphqlUpstream({
      url: `${provider.url}/graphql`,
      timeoutMs: 30_000,
      totalTimeoutMs: 100,
      maxConnections: 1,
    })
    const calls = [send(), send()]
    for (const call of calls) await expect(call.answer).rejects.toMatchObject({ kind: 'timeout' })
  })
})

describe('a browser that reads nothing of an answer', () => {
  /** Long enough for a slow machine to begin an answer. */
  const TIMEOUT_MS = 1500
  const PIECE = Buffer.alloc(4096, ' ')

  async function openWorld(answerWith: (res: ServerResponse, browser: ServerResponse | undefined) => void) {
    const parts = new AsyncDisposableStack()
    const browsers: ServerResponse[] = []
    const brokenOff: ServerResponse[] = []
    const atProvider: ServerResponse[] = []
    const provider = await listen(
      (_req, res) => {
        atProvider.push(res)
        res.writeHead(200, { 'content-type': 'application/json' })
        answerWith(res, browsers[atProvider.length - 1])
      },
      { host: '127.0.0.1', port: 0 },
    )
    parts.defer(() => provider.close(0))
    const upstream = createGraphqlUpstream({
      url: `${provider.url}/graphql`,
      timeoutMs: TIMEOUT_MS,
      totalTimeoutMs: 600_000,
      maxConnections: 1,
    })
    parts.defer(() => upstream.close())
    const front = await listen(
      (_req, res) => {
        browsers.push(res)
        const call = upstream.send({ body: '{}', headers: {} })
        void call.answer.then((answer) => answer.relayTo(res, () => brokenOff.push(res)))
      },
      { host: '127.0.0.1', port: 0 },
    )
    parts.defer(() => front.close(0))
    return {
      ...{ browsers, brokenOff, atProvider },
      /** Sends a call, and reads `reads` chunks of the answer. */
      ask(reads: 'nothing' | 'to-forget') {
        const client = openSlowClient(front.url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', { reads })
        parts.defer(client.end)
      },
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    }
  }

  it('is disconnected, and its connection to the provider serves the next call', async () => {
    await using world = await openWorld((res) => {
      const pump = (): void => {
        while (!res.closed && res.write(PIECE));
      }
      res.on('drain', pump)
      pump()
    })
    world.ask('nothing')
    await until('the first call is at the provider', () => world.atProvider.length === 1)
    world.ask('nothing')
    await until('the first is cut off', () => world.browsers[0]?.closed)
    await until('its call is stopped', () => world.atProvider[0]?.closed)
    await until('the second has the connection', () => world.atProvider.length === 2)
    expect(world.browsers[0]?.writableFinished).toBe(false)
    expect(world.brokenOff).toEqual([])
  })

  it('is disconnected also if the provider has sent everything', async () => {
    await using world = await openWorld((res, browser) => {
      const pump = (): void => {
        // No more than makes a rest here that is too small to hold the provider back.
        if ((browser?.writableLength ?? 0) > 0) return void res.end()
        res.write(PIECE, () => setImmediate(pump))
      }
      pump()
    })
    world.ask('nothing')
    await until('the provider has said all', () => world.atProvider[0]?.writableFinished)
    await until('the browser is cut off', () => world.browsers[0]?.closed)
    expect(world.browsers[0]?.writableFinished).toBe(false)
    expect(world.brokenOff).toEqual([])
  })
})
