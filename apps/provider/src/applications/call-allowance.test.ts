import { asApplicationId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import type { ApplicationCall } from './application-call.ts'
import { createCallAllowance } from './call-allowance.ts'

const OWN = asApplicationId('application-1')

/** An allowance at a time that the test sets, and how many of a number of calls it takes. */
function world(callsPerMinute = 2) {
  let nowMs = 60_000
  const allowance = createCallAllowance({ clock: () => nowMs, callsPerMinute })
  return {
    allowance,
    setTime: (ms: number) => (nowMs = ms),
    taken: (count: number, call: Partial<ApplicationCall> = {}) =>
      Array.from({ length: count }, () =>
        allowance.take({
          ...{ applicationId: OWN, endpoint: 'token', outcome: 'ok', status: 200, network: '192.0.2.1' },
          ...call,
        }),
      ).filter(Boolean).length,
  }
}

describe(createCallAllowance, () => {
  it('allows the configured number of calls of one address in a minute, with good and other ones counted apart', () => {
    const { taken } = world()
    expect(taken(5)).toBe(2)
    expect(taken(5, { outcome: 'refused' })).toBe(2)
    // Refused and failed ones are not good ones alike.
    expect(taken(1, { outcome: 'failed' })).toBe(0)
    expect(taken(5, { network: '192.0.2.2' })).toBe(2)
  })

  it('allows five times as many of one application, from any number of addresses', () => {
    const { taken } = world()
    const addresses = Array.from({ length: 9 }, (_, index) => `192.0.2.${index}`)
    expect(addresses.reduce((sum, network) => sum + taken(2, { network }), 0)).toBe(10)
    expect(taken(99, { network: undefined, applicationId: asApplicationId('application-2') })).toBe(10)
  })

  it('starts again each minute', () => {
    const { allowance, setTime, taken } = world()
    expect(taken(3)).toBe(2)
    expect(allowance.endsAtMs()).toBe(120_000)
    setTime(119_999)
    expect(taken(1)).toBe(0)
    setTime(120_000)
    expect(taken(3)).toBe(2)
  })

  it('reports once how many of each kind were left out, without their callers', () => {
    const { allowance, taken } = world()
    taken(3, { requestId: undefined, operationName: 'Invoices' })
    taken(4, { outcome: 'failed', status: 503 })
    expect(allowance.takeLeftOut()).toEqual([
      {
        ...{ applicationId: OWN, endpoint: 'token', outcome: 'ok', status: 200 },
        ...{ reason: 'calls_left_out', at: new Date(60_000) },
        detail: '1 more call like this within a minute',
      },
      {
        ...{ applicationId: OWN, endpoint: 'token', outcome: 'failed', status: 503 },
        ...{ reason: 'calls_left_out', at: new Date(60_000) },
        detail: '2 more calls like this within a minute',
      },
    ])
    expect(allowance.takeLeftOut()).toEqual([])
  })
})
