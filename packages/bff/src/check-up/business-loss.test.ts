import { describe, expect, it } from 'vitest'
import { asAccessToken, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { createLossReport } from './business-loss.ts'
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

describe('a business that is not found', () => {
  it('is asked for again, and lost only when it is not found again', async () => {
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
  ] as const)('is not lost when the second answer is %j', async (said) => {
    const world = createWorld(said)
    await world.report(asConnectionId('connection-1'), { kind: 'business_lost' })
    expect(world).toMatchObject({ reported: [], unconfirmed: [said.kind] })
  })

  it('is asked for once for all who miss it at the same time', async () => {
    const world = createWorld({ kind: 'not_found' })
    const times = Array.from({ length: 20 }, () =>
      world.report(asConnectionId('connection-1'), { kind: 'business_lost' }),
    )
    await Promise.all(times)
    expect(world).toMatchObject({ questions: 1, reported: ['business_lost'] })
  })

  it('does no harm when it cannot be asked for', async () => {
    const world = createWorld(new Error('away'))
    await world.report(asConnectionId('connection-1'), { kind: 'business_lost' })
    expect(world.reported).toEqual([])
  })

  it('is the only report that is asked about', async () => {
    const world = createWorld({ kind: 'not_found' })
    await world.report(asConnectionId('connection-1'), { kind: 'answered' })
    expect(world).toMatchObject({ questions: 0, reported: ['answered'] })
  })
})
