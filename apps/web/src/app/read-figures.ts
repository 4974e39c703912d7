import type { FiguresReader } from '@counterfoil/bff-api/figures'
import { readAhead } from '#figures/read/read-ahead.ts'
import { readMore } from '#figures/read/read-more.ts'
import { EXPECTED_SHAPE, readOverview } from '#figures/read/read-overview.ts'
import { readPeriod } from '#figures/read/read-period.ts'
import { type FiguresName, readFiguresName, shapeOf } from '#data/figure-names.ts'

type Reading = Parameters<FiguresReader>[0]
type Named = NonNullable<ReturnType<typeof readFiguresName>>

interface Read {
  readonly figures: object
  readonly expected?: object
}

/** Reads figures by their name. Reading a year also returns expectations, which are stored for later readings. */
async function read(reading: Reading, { kind, search }: Named): Promise<Read> {
  switch (kind) {
    case 'overview':
      return readOverview(reading)
    case 'more':
      return { figures: await readMore(reading) }
    case 'ahead':
      return readAhead(reading)
    case 'period':
      return { figures: await readPeriod(reading, search) }
  }
}

/** Reads figures for the BFF. The BFF queries the provider; the meaning of the answers is known only here. */
export const readFigures: FiguresReader = (reading) => {
  const named = readFiguresName(reading.name)
  if (named === undefined) return undefined
  return read(reading, named).then(({ figures, expected }) => ({
    ...{ data: { ...figures }, shape: shapeOf(reading.name as FiguresName) },
    ...(expected === undefined ? {} : { leaves: { data: { ...expected }, shape: EXPECTED_SHAPE } }),
  }))
}
