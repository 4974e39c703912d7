import {
  BFF_PATHS,
  CONNECTION_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
  SEND_AGAIN_HEADER,
} from '@counterfoil/bff-api/paths'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { asConnectionId, asRequestId } from '@counterfoil/oauth/testing/ids'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FORM_OPERATION_HASHES } from '#generated/form-operation-hashes.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { newCommandKey, outcomeOfAnswer, outcomeOfTransport, readNow, sendCommand } from './command-client.ts'

const REQUEST = {
  ...{ connectionId: asConnectionId('c'), operationName: 'CustomerCreate' },
  variables: { input: { name: 'Fern & Co' } },
}
const COMMAND = { ...REQUEST, key: 'key-1' }
const server = setupServer()
let sent: Request[] = []

beforeAll(() => server.listen())
afterEach(() => {
  server.resetHandlers()
  sent = []
})
afterAll(() => server.close())

function answer(reply: () => Response): void {
  server.use(
    http.post(`*${BFF_PATHS.graphql}`, ({ request }) => {
      sent.push(request.clone())
      return reply()
    }),
  )
}
const json = (body: object) => () => HttpResponse.json(body)
const cutOff = () => new HttpResponse('{"data":{"cust', { headers: { 'content-type': 'application/json' } })

describe(sendCommand, () => {
  it('sends the query hash instead of the text, with the connection and the idempotency key', async () => {
    answer(json({ data: { customerCreate: { didSucceed: true, customer: { id: '7' } } } }))
    expect(await sendCommand(COMMAND)).toEqual({
      kind: 'done',
      data: { didSucceed: true, customer: { id: '7' } },
    })
    const [request] = sent
    const headers = [CONNECTION_HEADER, IDEMPOTENCY_HEADER, REQUEST_HEADER, SEND_AGAIN_HEADER]
    expect(headers.map((name) => request?.headers.get(name))).toEqual(['c', 'key-1', '1', null])
    expect(await request?.json()).toEqual({
      ...{ operationName: 'CustomerCreate', variables: REQUEST.variables },
      extensions: {
        persistedQuery: { version: 1, sha256Hash: FORM_OPERATION_HASHES['CustomerCreate'] },
      },
    })
  })

  it('keeps the idempotency key of a mutation that the person sends again, and marks it as repeated', async () => {
    answer(json({ data: { customerCreate: { didSucceed: true } } }))
    await sendCommand({ ...COMMAND, isAgain: true })
    await sendCommand({ ...COMMAND, isAgain: false })
    expect(sent.map(({ headers }) => headers.get(SEND_AGAIN_HEADER))).toEqual(['1', null])
    expect(sent.map(({ headers }) => headers.get(IDEMPOTENCY_HEADER))).toEqual(['key-1', 'key-1'])
  })

  it('returns the input errors of the provider', async () => {
    const errors = [{ path: ['input', 'name'], code: 'REQUIRED', message: 'name is required.' }]
    answer(json({ data: { customerCreate: { didSucceed: false, inputErrors: errors } } }))
    expect(await sendCommand(COMMAND)).toEqual({ kind: 'refused', errors })
  })

  it.each([
    ['a lost network', () => HttpResponse.error()],
    ['an answer that was cut off', cutOff],
    ['a page of somebody between us', () => new HttpResponse('<html>', { status: 502 })],
    ['an outcome that the BFF does not know', () => problemAnswer('outcome-unknown')],
    ['a fault of ours', () => problemAnswer('internal-error')],
  ])('is unsure after %s, since the change may have been made', async (_, reply) => {
    answer(reply)
    expect(await sendCommand(COMMAND)).toEqual({ kind: 'unsure' })
  })

  it.each<[ProblemCode, string]>([
    ['session-ended', 'session_ended'],
    ['permission-missing', 'not_allowed'],
    ['rate-limited', 'rate_limited'],
  ])('returns a definite failure after %s', async (code, kind) => {
    answer(() => problemAnswer(code))
    expect(await sendCommand(COMMAND)).toMatchObject({ kind: 'failed', failure: { kind } })
  })
})

describe(readNow, () => {
  it('reads current data without an idempotency key', async () => {
    answer(json({ data: { business: { customer: { name: 'Fern & Co' } } } }))
    expect(await readNow(REQUEST)).toEqual({
      kind: 'read',
      data: { business: { customer: { name: 'Fern & Co' } } },
    })
    expect(sent[0]?.headers.get(IDEMPOTENCY_HEADER)).toBeNull()
  })

  it('returns null for a record that no longer exists', async () => {
    const errors = [{ message: 'gone', path: ['business', 'customer'], extensions: { code: 'NOT_FOUND' } }]
    answer(json({ data: { business: { customer: null } }, errors }))
    expect(await readNow(REQUEST)).toEqual({ kind: 'read', data: { business: { customer: null } } })
  })

  it('does not accept a partial answer', async () => {
    const fault = { message: 'down', path: ['business', 'customer'] }
    const code = (name: string) => ({ ...fault, extensions: { code: name } })
    answer(json({ data: { business: {} }, errors: [code('NOT_FOUND'), code('INTERNAL_SERVER_ERROR')] }))
    expect(await readNow(REQUEST)).toMatchObject({ kind: 'failed' })
    answer(json({ data: { business: {} }, errors: [code('INTERNAL_SERVER_ERROR')] }))
    expect(await readNow(REQUEST)).toEqual({ kind: 'failed', failure: { kind: 'provider_down' } })
    answer(json({ data: null }))
    expect(await readNow(REQUEST)).toEqual({ kind: 'failed', failure: { kind: 'unknown' } })
  })

  it.each([
    ['a lost network', () => HttpResponse.error(), 'offline'],
    ['a silent provider', () => problemAnswer('provider-timeout'), 'provider_down'],
    ['an answer that was cut off', cutOff, 'unknown'],
    ['a page of somebody between us', () => new HttpResponse('<html>', { status: 502 }), 'unknown'],
  ])('returns a failure for %s, and never rejects', async (_, reply, kind) => {
    answer(reply)
    expect(await readNow(REQUEST)).toMatchObject({ kind: 'failed', failure: { kind } })
  })
})

describe(newCommandKey, () => {
  it('returns a new key each time', () => {
    expect(new Set([newCommandKey(), newCommandKey(), newCommandKey()]).size).toBe(3)
  })
})

const problem = (
  code:
    'outcome-unknown' | 'internal-error' | 'permission-missing' | 'session-ended' | 'provider-rate-limited',
) => ({ kind: 'problem', problem: { code, requestId: asRequestId('r') } }) as const

describe('the outcome of a change', () => {
  it.each([
    ['no answer at all', { kind: 'no-answer' }, 'unsure'],
    ['an answer too late', { kind: 'timeout' }, 'unsure'],
    ['an answer that is none', { kind: 'not-understood' }, 'unsure'],
    ['an unknown outcome', problem('outcome-unknown'), 'unsure'],
    ['a fault of ours', problem('internal-error'), 'unsure'],
    ['a missing permission', problem('permission-missing'), 'failed'],
    ['a sign-in that ended', problem('session-ended'), 'failed'],
    ['a provider that asks to wait', problem('provider-rate-limited'), 'failed'],
  ] as const)('of a failed request with %s', (_name, error, kind) =>
    expect(outcomeOfTransport(error, 0).kind).toBe(kind),
  )

  const error = (code: string) => ({ message: 'x', extensions: { code } })
  it.each([
    ['success', { data: { x: { didSucceed: true } } }, 'done'],
    [
      'success of which a part is missing',
      { data: { x: { didSucceed: true } }, errors: [error('INTERNAL_SERVER_ERROR')] },
      'done',
    ],
    ['a refusal', { data: { x: { didSucceed: false, inputErrors: [] } } }, 'refused'],
    ['a missing scope', { data: { x: null }, errors: [error('FORBIDDEN')] }, 'failed'],
    [
      'a fault inside the provider',
      { data: { x: null }, errors: [error('INTERNAL_SERVER_ERROR')] },
      'unsure',
    ],
    ['an input that the provider cannot read', { errors: [error('BAD_USER_INPUT')] }, 'refused'],
    ['a refusal beside a fault', { data: null, errors: [error('FORBIDDEN'), error('OTHER')] }, 'unsure'],
    ['nothing', { data: null }, 'unsure'],
    ['no object', 'text', 'unsure'],
  ])('of an answer with %s', (_name, answer, kind) => expect(outcomeOfAnswer(answer).kind).toBe(kind))

  it.each([
    ['input.address.countryCode', ['input', 'address', 'countryCode']],
    ['input.items[1].quantity', ['input', 'items', '1', 'quantity']],
  ])('with an unparseable input contains the path %s', (place, path) => {
    const message = `Variable "$input" got invalid value "x" at "${place}"; it is none.`
    expect(outcomeOfAnswer({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })).toEqual({
      kind: 'refused',
      errors: [{ path }],
    })
  })
})
