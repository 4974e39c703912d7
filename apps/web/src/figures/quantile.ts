/**
 * The value below which this part of the numbers lies, by linear interpolation between neighbours, rounded to a whole number,
 * halves away from zero. The same as `percentile_cont` of SQL.
 *
 * @param part From 0 to 1.
 * @throws RangeError for no numbers at all
 */
export function quantileOf(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const place = part * (sorted.length - 1)
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new RangeError('No numbers have no quantile')
  const between = low + (high - low) * (place - Math.floor(place))
  return (Math.sign(between) || 0) * Math.round(Math.abs(between)) + 0
}
