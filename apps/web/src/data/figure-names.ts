import type { ConnectionId } from '@counterfoil/oauth/ids'
/**
 * The figures that are read as a whole, and the form they come in. The form grows with every change of a model that older pages or
 * figures that were kept would not fit.
 */
const FIGURE_SHAPES = {
  overview: 'overview-2',
  more: 'more-2',
  ahead: 'ahead-1',
  period: 'period-1',
} as const
/** Those of a period end with the query of its address: `period?period=last-year`. */
export type FiguresName = Exclude<keyof typeof FIGURE_SHAPES, 'period'> | `period?${string}`

/** Reads the name of figures. Undefined for an unknown one. */
export function readFiguresName(
  name: string,
): { readonly kind: keyof typeof FIGURE_SHAPES; readonly search: string } | undefined {
  const [kind = '', search] = name.split('?', 2)
  if (!Object.hasOwn(FIGURE_SHAPES, kind) || (search === undefined) === (kind === 'period')) return undefined
  return { kind: kind as keyof typeof FIGURE_SHAPES, search: search ?? '' }
}

/** The form that figures of a name come in. Those of one period are never taken for those of another. */
export function shapeOf(name: FiguresName): string {
  const { kind, search } = readFiguresName(name) ?? { kind: 'overview', search: '' }
  return `${FIGURE_SHAPES[kind]}${kind === 'period' ? `?${search}` : ''}`
}

/** Where the figures of one version of one connection lie in the cache; by connection alone, those of all its versions. */
export function figuresKey(
  connectionId: ConnectionId,
  version?: number,
  name?: FiguresName,
): readonly unknown[] {
  return ['figures', connectionId, version, name].filter((part) => part !== undefined)
}

export interface KnownFigures {
  readonly data: unknown
  readonly atMs: number
}
