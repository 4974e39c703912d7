import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '@counterfoil/testkit/until'
import { startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

let shared: Endpoint

beforeAll(async () => {
  shared = await startEndpoint()
})
afterAll(() => shared.close())

/** Sends `text` to the endpoint and returns the answer until `isOver`, or until the server closes. */
function talk(endpoint: Endpoint, text: string, isOver: (answer: string) => boolean): Promise<string> {
  const { hostname, port } = new URL(endpoint.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(text, () => {
        if (isOver(answer)) socket.destroy()
      })
    })
    socket.on('data', (chunk) => {
      answer += String(chunk)
      if (isOver(answer)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

describe('a client with unusual requests', () => {
  it('gets an answer without a Host header', async () => {
    const request =
      'GET /graphql/public?query=%7B__typename%7D HTTP/1.1\r\nHost: ]bad[\r\nAccept: application/json\r\n\r\n'
    expect(await talk(shared, request, (answer) => answer.includes('}}'))).toContain(
      '{"data":{"__typename":"Query"}}',
    )
  })

  it('causes no fault of ours if it disconnects in the middle of its body', async () => {
    const endpoint = await startEndpoint({ beside: shared })
    const head =
      'POST /graphql/public HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'
    await talk(endpoint, `${head}{"query":"{ us`, () => true)
    const line = await until('the end is logged', () =>
      endpoint.logged().find(({ event }) => event === 'graphql.error'),
    )
    expect(line).toMatchObject({ level: 'info', errorCode: 'BAD_USER_INPUT' })
    await endpoint.close()
  })
})

describe('a client that has disconnected', () => {
  it('ends the execution: no further field is resolved', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = false
    let queriesAfter = 0
    const endpoint = await startEndpoint({
      beside: shared,
      wrap: (deps) => ({
        ...deps,
        bearers: {
          async lookUp(token) {
            begun = true
            await held
            const bearer = await deps.bearers.lookUp(token)
            queriesAfter = -1
            return bearer
          },
        },
        reading: deps.reading.withPlugin({
          transformQuery: ({ node }) => {
            if (queriesAfter < 0) queriesAfter -= 1
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      }),
    })
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    const request = httpRequest(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    request.on('error', () => {})
    request.end(JSON.stringify({ query: '{ user { id } }' }))
    await until('the call has begun', () => begun)
    request.destroy()
    await until('the server has seen it go', async () =>
      (await endpoint.metrics.getSingleMetricAsString('provider_graphql_calls_total')).includes('} 1'),
    )
    release()
    await until('the token was looked up', () => queriesAfter !== 0)
    await new Promise((resolve) => setImmediate(resolve))
    expect(queriesAfter).toBe(-1)
    await endpoint.close()
  })
})
