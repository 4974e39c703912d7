import { asApplicationId, asGrantId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { type ApplicationCall, createCallAllowance, createWaitingUses } from './application-call.ts'

const OWN = asApplicationId('application-1')

/** Creates an allowance with a clock that the test sets, and a function that counts how many of several calls it allows. */
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
    // Refused and failed calls share one budget, good calls have another.
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

const at = (instant: string) => Date.parse(instant)
const [GRANT, OTHER] = [asGrantId('grant-1'), asGrantId('grant-2')]

/** Returns the quarters of a day that are not empty. */
const counted = (quarters: readonly (number | undefined)[]) =>
  Object.entries(quarters).filter(([, calls]) => calls !== undefined)

describe(createWaitingUses, () => {
  it('counts each use in the quarter of an hour (UTC) in which it began', () => {
    const uses = createWaitingUses()
    for (const time of ['00:00:00.000', '00:14:59.999', '00:15:00.000', '23:59:59.999'])
      uses.count(GRANT, at(`2026-11-21T${time}Z`))
    const [day, ...others] = uses.takeAll()
    expect(others).toEqual([])
    expect(day).toMatchObject({ grantId: GRANT, day: '2026-11-21', calls: 4 })
    expect(counted(day?.quarters ?? [])).toEqual([
      ['0', 2],
      ['1', 1],
      ['95', 1],
    ])
    expect(day?.lastUsedAt).toEqual(new Date('2026-11-21T23:59:59.999Z'))
  })

  it('keeps grants and days (UTC) apart', () => {
    const uses = createWaitingUses()
    uses.count(GRANT, at('2026-11-21T23:59:59.999Z'))
    uses.count(GRANT, at('2026-11-22T00:00:00.000Z'))
    uses.count(OTHER, at('2026-11-22T00:00:00.000Z'))
    expect(uses.takeAll().map(({ grantId, day, calls }) => [grantId, day, calls])).toEqual([
      [GRANT, '2026-11-21', 1],
      [GRANT, '2026-11-22', 1],
      [OTHER, '2026-11-22', 1],
    ])
  })

  it('returns each use once', () => {
    const uses = createWaitingUses()
    uses.count(GRANT, 0)
    expect(uses.takeAll()).toHaveLength(1)
    expect(uses.takeAll()).toEqual([])
    uses.count(GRANT, 1)
    expect(uses.takeAll()).toMatchObject([{ calls: 1 }])
  })
})
