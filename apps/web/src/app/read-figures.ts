import type { FiguresReader } from '@counterfoil/bff-api/figures'
import { readAhead } from '#figures/read/read-ahead.ts'
import { readMore } from '#figures/read/read-more.ts'
import { readOverview } from '#figures/read/read-overview.ts'
import { FIGURE_SHAPES, type FiguresName } from '#data/figure-names.ts'

type Reading = Parameters<FiguresReader>[0]

/** How each of the figures is read, by name. */
const READERS: Readonly<Record<FiguresName, (reading: Reading) => Promise<object>>> = {
  overview: readOverview,
  more: readMore,
  ahead: readAhead,
}

const isName = (name: string): name is FiguresName => Object.hasOwn(FIGURE_SHAPES, name)

/** Reads figures for the BFF: it asks the provider, and what the answers mean is known here alone. */
export const readFigures: FiguresReader = (reading) => {
  const { name } = reading
  if (!isName(name)) return undefined
  return READERS[name](reading).then((data) => ({ data: { ...data }, shape: FIGURE_SHAPES[name] }))
}
