import { describe, expect, it } from 'vitest'
import { moveCredit, NO_CREDIT } from './credit.ts'

const sums = (amountMinor: bigint, baseMinor: bigint) => ({ amountMinor, baseMinor })

describe(moveCredit, () => {
  it('adds at the rate of the payment, without a gain', () => {
    const { credit, gainMinor } = moveCredit(sums(100n, 147n), sums(10n, 20n))
    expect([credit, gainMinor]).toEqual([sums(110n, 167n), 0n])
    expect(moveCredit(NO_CREDIT, sums(0n, 0n)).credit).toEqual(NO_CREDIT)
  })

  it('takes at the rates at which it came in, rounded half away from zero', () => {
    expect(moveCredit(sums(3n, 5n), sums(-1n, -1n))).toEqual({
      credit: sums(2n, 3n),
      baseMinor: -2n,
      gainMinor: 1n,
    })
  })

  it('takes all of it, and goes on to the other side at the rate of the payment', () => {
    expect(moveCredit(sums(100n, 150n), sums(-100n, -160n))).toMatchObject({
      credit: NO_CREDIT,
      gainMinor: -10n,
    })
    expect(moveCredit(sums(100n, 150n), sums(-150n, -240n))).toEqual({
      credit: sums(-50n, -80n),
      baseMinor: -230n,
      gainMinor: -10n,
    })
    expect(moveCredit(sums(-50n, -80n), sums(50n, 75n))).toMatchObject({ credit: NO_CREDIT, gainMinor: -5n })
  })

  it('goes on with what the customer owes in the same way: adds to it, takes from it, and crosses over', () => {
    expect(moveCredit(sums(-50n, -80n), sums(-20n, -35n))).toEqual({
      ...{ credit: sums(-70n, -115n), baseMinor: -35n, gainMinor: 0n },
    })
    // 20 of 50 stood for 32 of 80, and were worth 30.
    expect(moveCredit(sums(-50n, -80n), sums(20n, 30n))).toEqual({
      ...{ credit: sums(-30n, -48n), baseMinor: 32n, gainMinor: -2n },
    })
    expect(moveCredit(sums(-50n, -80n), sums(70n, 140n))).toEqual({
      ...{ credit: sums(20n, 40n), baseMinor: 120n, gainMinor: 20n },
    })
  })
})
