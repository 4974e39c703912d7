/** Numbers that look random and are the same for the same seed. */
export type SeededRandom = {
  /** From 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(range: { readonly from: number; readonly to: number }): number
  chance(probability: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  /** A place in a list of so many: the first ones much more often, as customers come back. */
  zipf(count: number): number
  /** Around `median`, now and then several times it. */
  lognormal(shape: { readonly median: number; readonly sigma: number }): number
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hashOf(seed)

  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    next,
    whole: ({ from, to }) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    zipf(count) {
      const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1) ** 0.8)
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found === -1 ? count - 1 : found
    },
    lognormal({ median, sigma }) {
      // Box and Muller.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(sigma * normal)
    },
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash
}
