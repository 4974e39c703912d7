import { asUserWireId, asConnectionId, asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FIGURES_CALL, startFakeBff } from '#testing/app-fixture.ts'
import { createSentCommands } from './sent-commands-client.ts'
import type { SentCommand } from './sent-command.ts'

const bff = startFakeBff()
const AT_ONCE = { pausesMs: [0, 0, 0] }
const PLACE = {
  userId: asUserWireId('u'),
  connectionId: asConnectionId('c'),
  businessId: asBusinessWireId('b'),
}
const COMMAND: SentCommand = {
  ...{ key: 'key-of-one-change', verb: 'customer-create', ...PLACE },
  ...{ recordId: null, label: 'Fern', input: { name: 'Fern' }, sentAtMs: Date.parse('2026-11-20T10:00:00Z') },
}
const FERN = { id: '1', name: 'Fern', createdAt: '2026-11-20T10:00:01Z' }
const LOST = { type: 'x', title: 'x', status: 504, code: 'outcome-unknown', requestId: 'r' }

/** Fakes a provider that loses the answer to a change, and then has these customers. */
function loseAnswer(customers: readonly object[], change: unknown = undefined): void {
  bff.answers(FIGURES_CALL, ({ body }) => {
    const { operationName } = body as { operationName: string }
    if (operationName === 'CustomerCreate' && change === undefined)
      return new Response(JSON.stringify(LOST), {
        status: 504,
        headers: { 'content-type': 'application/problem+json' },
      })
    if (operationName === 'CustomerCreate') return change as object
    return { data: { business: { customers: { edges: customers.map((node) => ({ node })) } } } }
  })
}
const changes = () =>
  bff.asked.filter(
    ({ body }) => (body as { operationName?: string } | undefined)?.operationName === 'CustomerCreate',
  )
const stateOf = (sentCommands: ReturnType<typeof createSentCommands>) => sentCommands.entries()[0]?.state

describe('a change after a lost answer', () => {
  it('is done if it is found at the provider, and was sent once', async () => {
    loseAnswer([FERN])
    const sentCommands = createSentCommands(AT_ONCE)
    expect(await sentCommands.send(COMMAND)).toEqual({ kind: 'unsure' })
    await waitFor(() => expect(stateOf(sentCommands)).toEqual({ kind: 'done', id: '1' }))
    expect(changes()).toHaveLength(1)
  })

  it('is missing after three searches, and is sent again only on request, with the same key', async () => {
    loseAnswer([])
    const sentCommands = createSentCommands(AT_ONCE)
    await sentCommands.send(COMMAND)
    await waitFor(() => expect(stateOf(sentCommands)).toEqual({ kind: 'not-there' }))
    expect(bff.count('POST /graphql')).toBe(4)
    loseAnswer([], { data: { customerCreate: { didSucceed: true, customer: { id: '2' } } } })
    await sentCommands.sendAgain(COMMAND.key)
    expect(stateOf(sentCommands)).toEqual({ kind: 'done', id: '2' })
    expect(
      changes().map(({ headers }) => [
        headers.get('idempotency-key'),
        headers.get('x-counterfoil-send-again'),
      ]),
    ).toEqual([
      [COMMAND.key, null],
      [COMMAND.key, '1'],
    ])
  })

  it('needs a choice of the person if several records match', async () => {
    loseAnswer([FERN, { ...FERN, id: '2' }])
    const sentCommands = createSentCommands(AT_ONCE)
    await sentCommands.send(COMMAND)
    await waitFor(() => expect(stateOf(sentCommands)?.kind).toBe('several'))
    sentCommands.choose({ key: COMMAND.key, id: '2' })
    expect(stateOf(sentCommands)).toEqual({ kind: 'done', id: '2' })
  })

  it('stays uncertain if it cannot be searched for', async () => {
    bff.answers(
      FIGURES_CALL,
      new Response(JSON.stringify(LOST), {
        status: 504,
        headers: { 'content-type': 'application/problem+json' },
      }),
    )
    const sentCommands = createSentCommands(AT_ONCE)
    await sentCommands.send(COMMAND)
    await waitFor(() => expect(stateOf(sentCommands)).toEqual({ kind: 'not-sure', isLooking: false }))
    expect(changes()).toHaveLength(1)
  })
})

it('finished changes are limited to the last three', async () => {
  loseAnswer([], { data: { customerCreate: { didSucceed: true, customer: { id: '2' } } } })
  const sentCommands = createSentCommands(AT_ONCE)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await sentCommands.send({ ...COMMAND, key })
  expect(sentCommands.entries().map(({ command }) => command.key)).toEqual(['d', 'e', 'f'])
})

const REFUSED = { data: { customerCreate: { didSucceed: false, inputErrors: [] } } }
const DONE = { data: { customerCreate: { didSucceed: true, customer: { id: '2' } } } }

it('a repeated change replaces the "not saved" line of the first attempt', async () => {
  loseAnswer([], REFUSED)
  const sentCommands = createSentCommands(AT_ONCE)
  await sentCommands.send({ ...COMMAND, key: 'a' })
  expect(stateOf(sentCommands)).toEqual({ kind: 'failed' })
  loseAnswer([], DONE)
  await sentCommands.send({ ...COMMAND, key: 'b', label: 'Fern & Co' })
  expect(sentCommands.entries().map(({ command, state }) => [command.key, state.kind])).toEqual([
    ['b', 'done'],
  ])
})

it('a failed change of another record keeps its own line', async () => {
  loseAnswer([], REFUSED)
  const sentCommands = createSentCommands(AT_ONCE)
  await sentCommands.send({ ...COMMAND, key: 'a' })
  await sentCommands.send({ ...COMMAND, key: 'b', recordId: 'another' })
  expect(sentCommands.entries().map(({ command }) => command.key)).toEqual(['a', 'b'])
})
