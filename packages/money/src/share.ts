/**
 * Divides whole units by the largest remainder: the parts add up to `total`, and each is one of the two whole numbers
 * around its exact share `numerators[n] / denominator`. Of equal remainders the first gets the remaining unit. Dividing
 * the negated amounts gives the negated parts, unless the total is zero.
 *
 * @param exact The shares as fractions with one denominator, which is above zero.
 * @throws RangeError if `total` is not a possible sum of whole numbers around the exact shares
 */
export function shareByLargestRemainder(
  total: bigint,
  exact: { readonly numerators: readonly bigint[]; readonly denominator: bigint },
): readonly bigint[] {
  const { numerators, denominator } = exact
  if (denominator <= 0n) throw new RangeError('The denominator is above zero')
  if (total < 0n) {
    const negated = numerators.map((numerator) => -numerator)
    return shareByLargestRemainder(-total, { numerators: negated, denominator }).map((part) => -part)
  }
  const floors = numerators.map((numerator) => floorDivide(numerator, denominator))
  const remainders = numerators.map((numerator, index) => numerator - (floors[index] ?? 0n) * denominator)
  const left = total - floors.reduce((sum, floor) => sum + floor, 0n)
  if (left < 0n || left > BigInt(floors.length)) throw new RangeError('The total is not that of the shares')
  const order = remainders
    .map((remainder, index) => ({ remainder, index }))
    .toSorted((one, other) => compare(other.remainder, one.remainder) || one.index - other.index)
  const raised = new Set(order.filter((_, rank) => BigInt(rank) < left).map(({ index }) => index))
  return floors.map((floor, index) => (raised.has(index) ? floor + 1n : floor))
}

/**
 * Divides whole units by weights, see {@link shareByLargestRemainder}.
 *
 * @throws RangeError if the weights add up to zero but the total is not zero; for a total of zero every part is zero
 */
export function shareByWeight(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const sum = weights.reduce((seen, weight) => seen + weight, 0n)
  if (total === 0n) return weights.map(() => 0n)
  if (sum === 0n) throw new RangeError('The weights add up to zero')
  const sign = sum < 0n ? -1n : 1n
  return shareByLargestRemainder(total, {
    numerators: weights.map((weight) => total * weight * sign),
    denominator: sum * sign,
  })
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}

function compare(one: bigint, other: bigint): -1 | 0 | 1 {
  if (one === other) return 0
  return one < other ? -1 : 1
}
