/**
 * Which of two amounts is smaller, of decimal text, exactly: below zero when the first one is. Amounts of several currencies are
 * compared as they are written.
 */
export function compareDecimals(one: string, other: string): number {
  const [isBelow, isOtherBelow] = [isNegative(one), isNegative(other)]
  if (isBelow !== isOtherBelow) return isBelow ? -1 : 1
  const order = compareSizes(one.replace('-', ''), other.replace('-', ''))
  return isBelow ? -order : order
}

function isNegative(text: string): boolean {
  return text.startsWith('-') && /[1-9]/.test(text)
}

function compareSizes(one: string, other: string): number {
  const [whole = '', fraction = ''] = one.split('.')
  const [otherWhole = '', otherFraction = ''] = other.split('.')
  const [digits, otherDigits] = [whole.replace(/^0+/, ''), otherWhole.replace(/^0+/, '')]
  if (digits.length !== otherDigits.length) return digits.length - otherDigits.length
  const length = Math.max(fraction.length, otherFraction.length)
  const [all, otherAll] = [
    digits + fraction.padEnd(length, '0'),
    otherDigits + otherFraction.padEnd(length, '0'),
  ]
  return all === otherAll ? 0 : all < otherAll ? -1 : 1
}
