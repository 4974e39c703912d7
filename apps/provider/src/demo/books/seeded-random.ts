export type SeededRandom = ReturnType<typeof createSeededRandom>

/** Creates pseudo-random numbers that are the same for the same seed. */
export function createSeededRandom(seed: string) {
  let state = hashOf(seed)

  /** Returns the next number of the Mulberry32 generator, at least 0 and below 1. */
  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    next,
    /** Returns a whole number in a range that includes both ends. */
    whole: ({ from, to }: { readonly from: number; readonly to: number }) =>
      from + Math.floor(next() * (to - from + 1)),
    chance: (probability: number) => next() < probability,
    pick: <Value>(values: readonly [Value, ...Value[]]): Value =>
      values[Math.floor(next() * values.length)] ?? values[0],
    /** Returns an index of a list of `count`. Low indexes are much more frequent, like regular customers. */
    zipf(count: number): number {
      const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1) ** 0.8)
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found === -1 ? count - 1 : found
    },
    /** Returns a number around `median`, sometimes several times as large. */
    lognormal({ median, sigma }: { readonly median: number; readonly sigma: number }): number {
      // The Box–Muller transform.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(sigma * normal)
    },
  }
}

/** Returns the 32-bit FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash
}
