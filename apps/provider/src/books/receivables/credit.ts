import { divideRounded } from '@counterfoil/money/decimal'

/** What was paid too much for an invoice and is owed to the customer. */
export type Credit = {
  /** In the currency of the invoice. */
  readonly amountMinor: bigint
  /** In the currency of the business, at the rates at which it came in. */
  readonly baseMinor: bigint
}

export const NO_CREDIT: Credit = { amountMinor: 0n, baseMinor: 0n }

/** What a payment does to the credit. */
export type MovedCredit = {
  /** Where the credit stands then. */
  readonly credit: Credit
  /** By how much it changed, in the currency of the business. */
  readonly baseMinor: bigint
  /** What the rate gained since it came in, above zero, or lost. */
  readonly gainMinor: bigint
}

/**
 * Adds to the credit at the rate of the payment, or takes from it at the rates at which it came in; what the payment is worth
 * more or less than that is a gain or a loss on exchange. So nothing is left in either currency when all is paid back.
 *
 * @param change What the payment adds, in both currencies; below zero it is paid back.
 */
export function moveCredit(credit: Credit, change: Credit): MovedCredit {
  const takenMinor = takenFrom(credit.amountMinor, change.amountMinor)
  if (takenMinor === 0n) return { credit: add(credit, change), baseMinor: change.baseMinor, gainMinor: 0n }
  // `change` has the other sign, so this is what is taken, with the sign of `change`.
  const carriedMinor = divideRounded(credit.baseMinor * takenMinor, credit.amountMinor)
  const worthMinor = divideRounded(change.baseMinor * takenMinor, change.amountMinor)
  const baseMinor = change.baseMinor - worthMinor + carriedMinor
  return {
    credit: add(credit, { amountMinor: change.amountMinor, baseMinor }),
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

function add(credit: Credit, change: Credit): Credit {
  return {
    amountMinor: credit.amountMinor + change.amountMinor,
    baseMinor: credit.baseMinor + change.baseMinor,
  }
}
