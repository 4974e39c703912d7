/** A straight scale from amounts to places in a drawing, with round steps. */
export interface Scale {
  /** From the top of the drawing, as a share of its height. */
  readonly y: (minor: number) => number
  /** Round amounts between the lowest and the highest, zero among them. */
  readonly ticks: readonly number[]
}

/** In steps of 1, 2 or 5 times a power of ten there are at most so many, and two at least: one beside zero, also when both sides are even. */
const MAX_STEPS = 6

/** @param amounts What is drawn; zero is always on the scale. */
export function createScale(amounts: readonly number[]): Scale {
  const highest = Math.max(0, ...amounts)
  const lowest = Math.min(0, ...amounts)
  const step = roundStep((highest - lowest) / MAX_STEPS)
  const span = highest - lowest || 1
  const first = Math.ceil(lowest / step)
  const count = Math.floor(highest / step) - first
  return {
    y: (minor) => (highest - minor) / span,
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
