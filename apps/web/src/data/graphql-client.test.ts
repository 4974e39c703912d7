import { BFF_PATHS, CONNECTION_HEADER, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { OperationResult } from 'urql'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pipe, subscribe, take, toPromise } from 'wonka'
import { BusinessDetailsDocument, ProfileDocument } from '#generated/operations.ts'
import { problemAnswer, SAMPLE_BUSINESS } from '#testing/bff-handlers.ts'
import type { Failure } from './failure.ts'
import { createGraphqlClient, failureOfError } from './graphql-client.ts'
import { hashOf } from './graphql-query.ts'

const server = setupServer()
const onChanged = vi.fn<(failure: Failure) => void>()
const sent: Request[] = []

beforeAll(() => server.listen())
afterEach(() => {
  server.resetHandlers()
  onChanged.mockReset()
  sent.length = 0
})
afterAll(() => server.close())

function answer(reply: () => Response | Promise<Response>): void {
  server.use(
    http.post(`*${BFF_PATHS.graphql}`, ({ request }) => {
      sent.push(request.clone())
      return reply()
    }),
  )
}
const open = () => createGraphqlClient(asConnectionId('c'), onChanged)
const details = (id: string) => [BusinessDetailsDocument, { id }, { requestPolicy: 'network-only' }] as const
const ask = (client = open()) => client.query(...details('b')).toPromise()
const failureIn = ({ error, data }: OperationResult) => error && failureOfError(error, data != null)

describe(createGraphqlClient, () => {
  it('sends the hash of a query and its connection, not the query text', async () => {
    answer(() => HttpResponse.json({ data: { business: SAMPLE_BUSINESS } }))
    expect((await ask()).data?.business?.name).toBe(SAMPLE_BUSINESS.name)
    const [request] = sent
    expect([CONNECTION_HEADER, REQUEST_HEADER].map((name) => request?.headers.get(name))).toEqual(['c', '1'])
    expect(await request?.json()).toEqual({
      ...{ operationName: 'BusinessDetails', variables: { id: 'b' } },
      extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(BusinessDetailsDocument) } },
    })
  })

  it.each([
    ['a lost network', () => HttpResponse.error(), { kind: 'offline' }],
    ['a silent provider', () => problemAnswer('provider-timeout'), { kind: 'provider_down' }],
    [
      'half an answer',
      () => new HttpResponse('{"data":{"bus', { headers: { 'content-type': 'application/json' } }),
      { kind: 'provider_down' },
    ],
    ['a page of somebody between us', () => new HttpResponse('<html>'), { kind: 'unknown' }],
    ['an answer without a type', () => new HttpResponse('{}'), { kind: 'unknown' }],
  ])('maps %s to a failure', async (_, reply, failure) => {
    answer(reply)
    expect(failureIn(await ask())).toMatchObject(failure)
    expect(onChanged).not.toHaveBeenCalled()
  })

  it('returns the data of a partial answer and the missing paths', async () => {
    const errors = [{ message: 'down', path: ['business', 'address'] }]
    answer(() => HttpResponse.json({ data: { business: SAMPLE_BUSINESS }, errors }))
    const result = await ask()
    expect(result.data?.business?.name).toBe(SAMPLE_BUSINESS.name)
    expect(failureIn(result)).toEqual({ kind: 'partial', missing: ['business.address'] })
  })

  it.each([
    ['the session ended', () => problemAnswer('session-ended'), 'session_ended'],
    ['the connection needs its person', () => problemAnswer('reconnect-required'), 'connection_changed'],
    [
      'the provider knows us no more',
      () => HttpResponse.json({ errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] }),
      'connection_changed',
    ],
  ])('notifies the page that %s', async (_, reply, kind) => {
    answer(reply)
    await ask()
    expect(onChanged.mock.calls).toEqual([[{ kind }]])
  })

  it('runs six queries at once, and the seventh after one was answered', async () => {
    const held = Promise.withResolvers<void>()
    answer(async () => {
      await held.promise
      return HttpResponse.json({ data: { business: SAMPLE_BUSINESS } })
    })
    const client = open()
    const all = Array.from({ length: 7 }, (_, index) => client.query(...details(String(index))).toPromise())
    await waitFor(() => expect(sent).toHaveLength(6))
    held.resolve()
    await Promise.all(all)
    expect(sent).toHaveLength(7)
  })

  it('sends no query that is cancelled at once, and aborts one without subscribers', async () => {
    answer(() => HttpResponse.json({ data: { business: SAMPLE_BUSINESS } }))
    const client = open()
    const heard = vi.fn<() => void>()
    pipe(client.query(...details('taken back')), subscribe(heard)).unsubscribe()
    await ask(client)
    expect(sent).toHaveLength(1)
    expect(heard).not.toHaveBeenCalled()
  })

  it('returns cached data while it requests it again', async () => {
    answer(() => HttpResponse.json({ data: { business: SAMPLE_BUSINESS } }))
    const client = open()
    await ask(client)
    const again = client.query(BusinessDetailsDocument, { id: 'b' }, { requestPolicy: 'cache-and-network' })
    const first = await pipe(again, take(1), toPromise)
    expect([first.data?.business?.name, first.stale]).toEqual([SAMPLE_BUSINESS.name, true])
  })

  it('has no cached data of another connection', async () => {
    answer(() => HttpResponse.json({ data: { user: null } }))
    await open().query(ProfileDocument, {}).toPromise()
    await open().query(ProfileDocument, {}, { requestPolicy: 'cache-first' }).toPromise()
    expect(sent).toHaveLength(2)
  })
})
