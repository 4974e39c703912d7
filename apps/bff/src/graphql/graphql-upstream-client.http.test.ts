import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import { until } from '@counterfoil/testkit/until'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGraphqlUpstream, type GraphqlUpstream } from './graphql-upstream-client.ts'

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

  it('lets go at once of a call that is still in line for a connection', async () => {
    const first = send()
    await until('the first call is at the provider', () => held.length === 1)
    const second = send()
    second.cancel()
    await expect(second.answer).rejects.toMatchObject({ kind: 'cancelled' })
    answer(held[0])
    expect((await first.answer).isWhole).toBe(true)
    expect(held).toHaveLength(1)
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

  it('gives up on the whole answer at its deadline, in line or not', async () => {
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
