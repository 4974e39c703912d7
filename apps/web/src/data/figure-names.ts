import type { ConnectionId } from '@counterfoil/oauth/ids'
/**
 * The figures that are read as a whole, and the form they come in. The form grows with every change of a model that older pages or
 * figures that were kept would not fit.
 */
export const FIGURE_SHAPES = { overview: 'overview-1', more: 'more-2', ahead: 'ahead-1' } as const
export type FiguresName = keyof typeof FIGURE_SHAPES

/** Where the figures of one version of one connection lie in the cache; by connection alone, those of all its versions. */
export function figuresKey(
  connectionId: ConnectionId,
  version?: number,
  name?: FiguresName,
): readonly unknown[] {
  return ['figures', connectionId, version, name].filter((part) => part !== undefined)
}

/** Figures, as the caches keep them. */
export interface KnownFigures {
  readonly data: unknown
  readonly atMs: number
}
