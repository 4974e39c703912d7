import { divideRounded } from '@counterfoil/money/decimal'

/** Money in another currency than that of the business, at what it cost: what is on an account, or owed to a customer. */
export type Holding = {
  /** In its own currency; below zero when it is owed the other way. */
  readonly amountMinor: bigint
  /** In the currency of the business, at the rates at which it came in. */
  readonly baseMinor: bigint
}

export const NO_HOLDING: Holding = { amountMinor: 0n, baseMinor: 0n }

/** What a change does to a holding. */
export type MovedHolding = {
  /** The holding after it. */
  readonly holding: Holding
  /** By how much it changed, in the currency of the business. */
  readonly baseMinor: bigint
  /** What the rate gained since it came in, above zero, or lost. */
  readonly gainMinor: bigint
}

/**
 * Adds to a holding at the rate of the change, or takes from it at its average cost; what the change is worth more or less
 * than that is a gain or a loss on exchange. So nothing is left in either currency when all is taken.
 *
 * @param change In both currencies; of the other sign it takes from the holding.
 */
export function moveHolding(holding: Holding, change: Holding): MovedHolding {
  const takenMinor = takenFrom(holding.amountMinor, change.amountMinor)
  if (takenMinor === 0n) return { holding: add(holding, change), baseMinor: change.baseMinor, gainMinor: 0n }
  // `change` has the other sign, so this is what is taken, with the sign of `change`.
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
