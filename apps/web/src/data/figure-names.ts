import type { ConnectionId } from '@counterfoil/oauth/ids'
/**
 * The names of figures and the version of their shape. The version grows with every change of a model that older pages or stored
 * figures would not fit.
 */
const FIGURE_SHAPES = {
  overview: 'overview-2',
  more: 'more-2',
  ahead: 'ahead-1',
  period: 'period-1',
} as const
/** The name of figures. A period's name ends with the query of its address: `period?period=last-year`. */
export type FiguresName = Exclude<keyof typeof FIGURE_SHAPES, 'period'> | `period?${string}`

/** Parses the name of figures. Undefined for an unknown name. */
export function readFiguresName(
  name: string,
): { readonly kind: keyof typeof FIGURE_SHAPES; readonly search: string } | undefined {
  const [kind = '', search] = name.split('?', 2)
  if (!Object.hasOwn(FIGURE_SHAPES, kind) || (search === undefined) === (kind === 'period')) return undefined
  return { kind: kind as keyof typeof FIGURE_SHAPES, search: search ?? '' }
}

/** Returns the versioned shape of figures. It includes the period, so that the figures of two periods are never confused. */
export function shapeOf(name: FiguresName): string {
  const { kind, search } = readFiguresName(name) ?? { kind: 'overview', search: '' }
  return `${FIGURE_SHAPES[kind]}${kind === 'period' ? `?${search}` : ''}`
}

/** Returns the cache key of one version's figures. With only the connection it matches the figures of all versions. */
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
