import { asGrantId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { createWaitingUses } from './grant-use.ts'

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
