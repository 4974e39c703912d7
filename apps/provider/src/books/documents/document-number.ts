const LAST_DIGITS = /\d+$/

/** Longer runs of digits are not counted on. */
const MAX_COUNTED_DIGITS = 30

/** The number given to the first document of a business. */
const FIRST_NUMBER = '1'

/**
 * What the number of an invoice or an estimate counts as: its last digits. Undefined when it ends in none, or in more
 * than 30.
 */
export function countedNumberOf(documentNumber: string): bigint | undefined {
  const [digits] = LAST_DIGITS.exec(documentNumber) ?? []
  return digits === undefined || digits.length > MAX_COUNTED_DIGITS ? undefined : BigInt(digits)
}

/**
 * The number after the largest one: one more, with the same beginning and at least as many digits.
 *
 * @param largest The number that counts as most; undefined while no number counts.
 */
export function nextDocumentNumber(largest: string | undefined): string {
  const [digits] = LAST_DIGITS.exec(largest ?? '') ?? []
  if (largest === undefined || digits === undefined) return FIRST_NUMBER
  const next = (BigInt(digits) + 1n).toString().padStart(digits.length, '0')
  return `${largest.slice(0, largest.length - digits.length)}${next}`
}
