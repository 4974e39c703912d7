/** Counts calls after a signal, and decides at which one the process ends. */
export interface CallCount {
  /** Starts counting at 0. */
  count(): void
  counted(): number
  /** Counts a call. Returns true if the process is to end at it. */
  isFatal(): boolean
}

/** @param killAt The index of the fatal call, from 0; undefined if calls are only counted */
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
