const LAST_DIGITS = /\d+$/

/** Longer numbers are not continued. */
const MAX_COUNTED_DIGITS = 30

/** Characters of a number at most. */
export const MAX_NUMBER_CHARACTERS = 50

/** The number given to the first document of a business. */
const FIRST_NUMBER = '1'

/**
 * What the number of an invoice or an estimate counts as: its last digits. Undefined when it ends in none, in more than 30, or
 * when the number after it would be too long: then the next document counts on from a smaller one.
 */
export function countedNumberOf(documentNumber: string): bigint | undefined {
  const [digits] = LAST_DIGITS.exec(documentNumber) ?? []
  return digits === undefined || successorOf(documentNumber) === undefined ? undefined : BigInt(digits)
}

/**
 * The number for a new document: the next after the largest one that no other document has.
 *
 * @param largest The number that counts as most; undefined while no number counts.
 */
export async function nextDocumentNumber(
  largest: string | undefined,
  isTaken: (documentNumber: string) => Promise<boolean>,
): Promise<string> {
  let next = successorOf(largest ?? '') ?? FIRST_NUMBER
  while (await isTaken(next)) {
    const after = successorOf(next)
    if (after === undefined) throw new Error('There is no number left for a document')
    next = after
  }
  return next
}

/** One more, with the same beginning and at least as many digits. Undefined when that would be too long, and without digits. */
function successorOf(documentNumber: string): string | undefined {
  const [digits] = LAST_DIGITS.exec(documentNumber) ?? []
  if (digits === undefined) return undefined
  const next = (BigInt(digits) + 1n).toString().padStart(digits.length, '0')
  const whole = documentNumber.slice(0, documentNumber.length - digits.length) + next
  return next.length > MAX_COUNTED_DIGITS || whole.length > MAX_NUMBER_CHARACTERS ? undefined : whole
}
