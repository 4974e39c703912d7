import { describe, expect, it } from 'vitest'
import { moveHolding, NO_HOLDING } from './average-cost.ts'

const sums = (amountMinor: bigint, baseMinor: bigint) => ({ amountMinor, baseMinor })

describe(moveHolding, () => {
  it('adds an amount at the rate of the payment, without a gain', () => {
    const { holding, gainMinor } = moveHolding(sums(100n, 147n), sums(10n, 20n))
    expect([holding, gainMinor]).toEqual([sums(110n, 167n), 0n])
    expect(moveHolding(NO_HOLDING, sums(0n, 0n)).holding).toEqual(NO_HOLDING)
  })

  it('removes an amount at the average rate, rounded half away from zero', () => {
    expect(moveHolding(sums(3n, 5n), sums(-1n, -1n))).toEqual({
      holding: sums(2n, 3n),
      baseMinor: -2n,
      gainMinor: 1n,
    })
  })

  it('removes the whole balance, and continues on the other side at the rate of the payment', () => {
    expect(moveHolding(sums(100n, 150n), sums(-100n, -160n))).toMatchObject({
      holding: NO_HOLDING,
      gainMinor: -10n,
    })
    expect(moveHolding(sums(100n, 150n), sums(-150n, -240n))).toEqual({
      holding: sums(-50n, -80n),
      baseMinor: -230n,
      gainMinor: -10n,
    })
    expect(moveHolding(sums(-50n, -80n), sums(50n, 75n))).toMatchObject({
      holding: NO_HOLDING,
      gainMinor: -5n,
    })
  })

  it('treats a negative balance in the same way: adds to it, takes from it, and crosses zero', () => {
    expect(moveHolding(sums(-50n, -80n), sums(-20n, -35n))).toEqual({
      ...{ holding: sums(-70n, -115n), baseMinor: -35n, gainMinor: 0n },
    })
    // 20 of 50 were entered at 32 of 80, and are worth 30.
    expect(moveHolding(sums(-50n, -80n), sums(20n, 30n))).toEqual({
      ...{ holding: sums(-30n, -48n), baseMinor: 32n, gainMinor: -2n },
    })
    expect(moveHolding(sums(-50n, -80n), sums(70n, 140n))).toEqual({
      ...{ holding: sums(20n, 40n), baseMinor: 120n, gainMinor: 20n },
    })
  })
})
