import { divideRounded } from '@counterfoil/money/decimal'

/**
 * Money in a foreign currency with its cost in the currency of the business: the balance of an account, or a customer's credit.
 */
export type Holding = {
  /** The amount in the foreign currency; negative for a debt. */
  readonly amountMinor: bigint
  /** The value in the currency of the business, at the rates of the amounts received. */
  readonly baseMinor: bigint
}

export const NO_HOLDING: Holding = { amountMinor: 0n, baseMinor: 0n }

/** The result of a change of a holding. */
export type MovedHolding = {
  /** The holding after the change. */
  readonly holding: Holding
  /** The change of its value, in the currency of the business. */
  readonly baseMinor: bigint
  /** The exchange gain (positive) or loss since the money was received. */
  readonly gainMinor: bigint
}

/**
 * Adds to a holding at the rate of the change, or removes from it at its average cost; the difference to the value of the change
 * is a gain or a loss on exchange. A holding that is removed completely leaves zero in both currencies.
 *
 * @param change The change in both currencies; the opposite sign removes from the holding.
 */
export function moveHolding(holding: Holding, change: Holding): MovedHolding {
  const takenMinor = takenFrom(holding.amountMinor, change.amountMinor)
  if (takenMinor === 0n) return { holding: add(holding, change), baseMinor: change.baseMinor, gainMinor: 0n }
  // `change` has the opposite sign, so this is the value removed, with the sign of `change`.
  const carriedMinor = divideRounded(holding.baseMinor * takenMinor, holding.amountMinor)
  const worthMinor = divideRounded(change.baseMinor * takenMinor, change.amountMinor)
  const baseMinor = change.baseMinor - worthMinor + carriedMinor
  return {
    holding: add(holding, { amountMinor: change.amountMinor, baseMinor }),
    baseMinor,
    gainMinor: worthMinor - carriedMinor,
  }
}

/** Returns the part of `change` that moves the balance towards zero. */
function takenFrom(standing: bigint, change: bigint): bigint {
  if (standing > 0n && change < 0n) return change < -standing ? -standing : change
  if (standing < 0n && change > 0n) return change > -standing ? -standing : change
  return 0n
}

function add(holding: Holding, change: Holding): Holding {
  return {
    amountMinor: holding.amountMinor + change.amountMinor,
    baseMinor: holding.baseMinor + change.baseMinor,
  }
}
