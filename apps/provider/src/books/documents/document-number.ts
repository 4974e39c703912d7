const LAST_DIGITS = /\d+$/

const MAX_COUNTED_DIGITS = 30

/** The maximum length of a number. */
export const MAX_NUMBER_CHARACTERS = 50

/** The number of the first document of a business. */
const FIRST_NUMBER = '1'

/**
 * Returns the number formed by the last digits of the number of an invoice or estimate. Undefined if it ends without digits, has
 * more than 30, or its successor would be too long: then the next document continues from a smaller number.
 */
export function countedNumberOf(documentNumber: string): bigint | undefined {
  const [digits] = LAST_DIGITS.exec(documentNumber) ?? []
  return digits === undefined || successorOf(documentNumber) === undefined ? undefined : BigInt(digits)
}

/**
 * Returns the number for a new document: the first free one after the largest.
 *
 * @param largest The number with the largest counted value; undefined if no number is counted.
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

/** Returns the number plus 1, with the same prefix and at least as many digits. Undefined without digits or if too long. */
function successorOf(documentNumber: string): string | undefined {
  const [digits] = LAST_DIGITS.exec(documentNumber) ?? []
  if (digits === undefined) return undefined
  const next = (BigInt(digits) + 1n).toString().padStart(digits.length, '0')
  const whole = documentNumber.slice(0, documentNumber.length - digits.length) + next
  return next.length > MAX_COUNTED_DIGITS || whole.length > MAX_NUMBER_CHARACTERS ? undefined : whole
}
