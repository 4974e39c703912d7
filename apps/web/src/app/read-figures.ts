import type { FiguresReader } from '@counterfoil/bff-api/figures'
import { readMore } from '#figures/read-more.ts'
import { FIGURE_SHAPES, type FiguresName } from '#data/figure-names.ts'

type Reading = Parameters<FiguresReader>[0]

/** How each of the figures is read, by name. */
const READERS: Readonly<
  Partial<Record<FiguresName, (reading: Reading) => Promise<Readonly<Record<string, unknown>>>>>
> = { more: async (reading) => ({ ...(await readMore(reading)) }) }

const isName = (name: string): name is FiguresName => Object.hasOwn(FIGURE_SHAPES, name)

/** Reads figures for the BFF: it asks the provider, and what the answers mean is known here alone. */
export const readFigures: FiguresReader = (reading) => {
  const { name } = reading
  if (!isName(name)) return undefined
  const read = READERS[name]
  return read && read(reading).then((data) => ({ data, shape: FIGURE_SHAPES[name] }))
}
