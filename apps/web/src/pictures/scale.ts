/** A straight scale from amounts to places in a drawing, with round steps. */
export interface Scale {
  /** From the top of the drawing, as a share of its height. */
  readonly y: (minor: number) => number
  /** Round amounts, zero among them: nothing is drawn above the first or below the last. */
  readonly ticks: readonly number[]
}

const MAX_STEPS = 6

/** @param amounts What is drawn; zero is always on the scale. */
export function createScale(amounts: readonly number[]): Scale {
  const highest = Math.max(0, ...amounts)
  const lowest = Math.min(0, ...amounts)
  const countOf = (each: number) => Math.ceil(highest / each) - Math.floor(lowest / each)
  let step = roundStep((highest - lowest) / MAX_STEPS)
  // The ends are whole steps: of this size there may be one too many.
  if (countOf(step) > MAX_STEPS) step = roundStep(step + 1)
  const last = Math.ceil(highest / step)
  const count = countOf(step)
  const first = last - count
  return {
    y: (minor) => (last * step - minor) / (count * step || 1),
    // There is one zero.
    ticks: Array.from({ length: count + 1 }, (_, index) => (first + index) * step + 0),
  }
}

/** The smallest of 1, 2, 5, 10, 20, … that is at least that much. */
export function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10
  return factor * power
}
