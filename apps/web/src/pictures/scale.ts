/** A straight scale from amounts to the height of a drawing, with round steps. */
export interface Scale {
  /** From the top of the drawing, in its units, to two digits. */
  readonly y: (minor: number) => number
  /** Round amounts from the lowest to the highest, zero among them. */
  readonly ticks: readonly number[]
}

/** In steps of 1, 2 or 5 times a power of ten there are at most so many. */
const MAX_STEPS = 4

/** @param amounts What is drawn; zero is always on the scale. */
export function createScale(amounts: readonly number[], height: number): Scale {
  const highest = Math.max(0, ...amounts)
  const lowest = Math.min(0, ...amounts)
  const step = roundStep((highest - lowest) / MAX_STEPS)
  const top = Math.ceil(highest / step) * step
  const bottom = Math.floor(lowest / step) * step
  const span = top - bottom || 1
  const count = Math.round((top - bottom) / step)
  return {
    y: (minor) => Math.round(((top - minor) / span) * height * 100) / 100,
    ticks: Array.from({ length: count + 1 }, (_, index) => bottom + index * step),
  }
}

/** The smallest of 1, 2, 5, 10, 20, … that is at least that much. */
export function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10
  return factor * power
}
