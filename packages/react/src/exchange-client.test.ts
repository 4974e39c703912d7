import { Client, gql } from 'urql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { counterfoilExchange } from './exchange-client.ts'

const LATE = gql('query Late($day: String) { late(day: $day) }')
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
afterEach(() => void send.mockReset())

const client = () =>
  new Client({
    url: '/',
    exchanges: [
      counterfoilExchange({ base: '/books', connectionId: 'c1', hashOf: () => 'a1'.repeat(32), fetch: send }),
    ],
    preferGetMethod: false,
  })
const ask = () => client().query(LATE, { day: 'today' }).toPromise()
const json = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })

describe(counterfoilExchange, () => {
  it('sends the hash of a query and its connection id below the base path of the BFF, never the query text', async () => {
    send.mockResolvedValue(json('{"data":{"late":3}}'))
    expect((await ask()).data).toEqual({ late: 3 })
    const [[url, init] = ['', {}]] = send.mock.calls
    expect(url).toBe('/books/graphql')
    expect(init.headers).toMatchObject({ 'x-counterfoil-request': '1', 'x-counterfoil-connection': 'c1' })
    expect(JSON.parse(init.body as string)).toEqual({
      ...{ operationName: 'Late', variables: { day: 'today' } },
      extensions: { persistedQuery: { version: 1, sha256Hash: 'a1'.repeat(32) } },
    })
  })

  it('keeps the errors of a response beside its data', async () => {
    send.mockResolvedValue(json('{"data":{"late":null},"errors":[{"message":"no"}]}'))
    expect(await ask()).toMatchObject({ data: { late: null }, error: { graphQLErrors: [{ message: 'no' }] } })
  })

  it.each([
    [
      'a problem',
      new Response('{}', { status: 409, headers: { 'content-type': 'application/problem+json' } }),
    ],
    ['a page of somebody between', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['half an answer', json('{"data":{"la')],
  ])('returns a network error for %s', async (_what, response) => {
    send.mockResolvedValue(response)
    const { error, data } = await ask()
    expect(data).toBeUndefined()
    expect(error?.networkError?.message).toMatch(/^The BFF answered (?:409|200) without a GraphQL answer\.$/)
  })
})
