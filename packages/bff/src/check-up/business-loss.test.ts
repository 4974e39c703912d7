import { describe, expect, it } from 'vitest'
import { asAccessToken, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { createLossReport } from './check-up.ts'
import { exampleConnection } from '#connections/testing/connection-examples.ts'
import type { ProbeOutcome } from '#provider/identity-probe.ts'

function createWorld(said: ProbeOutcome<unknown> | Error) {
  const world = { questions: 0, reported: [] as string[], unconfirmed: [] as string[] }
  const record = exampleConnection()
  const report = createLossReport({
    find: async () => record,
    getToken: async () => ({ kind: 'use', accessToken: asAccessToken('a'), connection: record }),
    async askBusiness() {
      world.questions += 1
      if (said instanceof Error) throw said
      return said
    },
    report: async (_id, { kind }) => void world.reported.push(kind),
    onUnconfirmed: ({ said: word }) => world.unconfirmed.push(word),
  })
  return Object.assign(world, { report })
}

describe('a business that the provider does not find', () => {
  it('is requested a second time, and counts as lost only if it is missing again', async () => {
    const world = createWorld({ kind: 'not_found' })
    await world.report(asConnectionId('connection-1'), { kind: 'business_lost' })
    expect(world).toMatchObject({ questions: 1, reported: ['business_lost'] })
  })

  it.each([
    [{ kind: 'value', value: { name: 'Northwind' } }],
    [{ kind: 'provider_down' }],
    [{ kind: 'unauthenticated' }],
    [{ kind: 'plan_inactive' }],
    [{ kind: 'rate_limited', retryAfterMs: undefined }],
  ] as const)('is not counted as lost if the second answer is %j', async (said) => {
    const world = createWorld(said)
    await world.report(asConnectionId('connection-1'), { kind: 'business_lost' })
    expect(world).toMatchObject({ reported: [], unconfirmed: [said.kind] })
  })

  it('is requested once for all simultaneous callers', async () => {
    const world = createWorld({ kind: 'not_found' })
    const times = Array.from({ length: 20 }, () =>
      world.report(asConnectionId('connection-1'), { kind: 'business_lost' }),
    )
    await Promise.all(times)
    expect(world).toMatchObject({ questions: 1, reported: ['business_lost'] })
  })

  it('does not count as lost if the second request fails', async () => {
    const world = createWorld(new Error('away'))
    await world.report(asConnectionId('connection-1'), { kind: 'business_lost' })
    expect(world.reported).toEqual([])
  })

  it('is the only kind of event that causes a second request', async () => {
    const world = createWorld({ kind: 'not_found' })
    await world.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world).toMatchObject({ questions: 0, reported: ['answered'] })
  })
})
