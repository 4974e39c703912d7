/** Counts calls after a signal, and decides at which one to die. */
export interface CallCount {
  /** Begins to count, at 0. */
  count(): void
  counted(): number
  /** One more call: is it the one to die at? */
  isFatal(): boolean
}

/** @param killAt The first call is 0; undefined: it only counts */
export function createCallCount(killAt: number | undefined): CallCount {
  let isCounting = false
  let counted = 0
  return {
    count() {
      isCounting = true
      counted = 0
    },
    counted: () => counted,
    isFatal() {
      if (!isCounting) return false
      counted += 1
      return counted - 1 === killAt
    },
  }
}
