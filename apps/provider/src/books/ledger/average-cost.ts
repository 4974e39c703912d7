import { divideRounded } from '@counterfoil/money/decimal'

/**
 * Money in a foreign currency with its cost in the currency of the business: the balance of an account, or a customer's credit.
 */
export type Holding = {
  /** In its own currency; below zero when it is owed the other way. */
  readonly amountMinor: bigint
  /** In the currency of the business, at the rates at which it came in. */
  readonly baseMinor: bigint
}

export const NO_HOLDING: Holding = { amountMinor: 0n, baseMinor: 0n }

/** Result of a change of a holding. */
export type MovedHolding = {
  /** The holding after it. */
  readonly holding: Holding
  /** By how much it changed, in the currency of the business. */
  readonly baseMinor: bigint
  /** Gain (positive) or loss since the money was received. */
  readonly gainMinor: bigint
}

/**
 * Adds to a holding at the rate of the change, or removes from it at its average cost; the difference to the value of the change
 * is a gain or a loss on exchange. A holding that is removed completely leaves zero in both currencies.
 *
 * @param change In both currencies; the opposite sign removes from the holding.
 */
export function moveHolding(holding: Holding, change: Holding): MovedHolding {
  const takenMinor = takenFrom(holding.amountMinor, change.amountMinor)
  if (takenMinor === 0n) return { holding: add(holding, change), baseMinor: change.baseMinor, gainMinor: 0n }
  // `change` has the other sign, so this is the removed amount, with the sign of `change`.
  const carriedMinor = divideRounded(holding.baseMinor * takenMinor, holding.amountMinor)
  const worthMinor = divideRounded(change.baseMinor * takenMinor, change.amountMinor)
  const baseMinor = change.baseMinor - worthMinor + carriedMinor
  return {
    holding: add(holding, { amountMinor: change.amountMinor, baseMinor }),
    baseMinor,
    gainMinor: worthMinor - carriedMinor,
  }
}

/** The part of `change` that leads towards zero. */
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
