/** What one part of the page shows of a business. */
interface ShownRead {
  /** When it was read; undefined while there is nothing to show. */
  readonly atMs: number | undefined
  /** Could it be read now? */
  readonly isLive: boolean
}

/** What the parts of the page show: the badge and the line about the network sum it up, outside of them. */
export interface ShownReads {
  /** @returns What takes it off the page again. */
  readonly note: (read: ShownRead) => () => void
  readonly subscribe: (onChange: () => void) => () => void
  /** True if nothing that is shown would be newer if it could be read now. */
  readonly isLive: () => boolean
  /** When the oldest of it was read; infinite if the parts have nothing to show, undefined if no part reads. */
  readonly oldestAtMs: () => number | undefined
}

export function createShownReads(): ShownReads {
  const reads = new Set<ShownRead>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    note(read) {
      reads.add(read)
      tell()
      return () => {
        reads.delete(read)
        tell()
      }
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    isLive: () => [...reads].every(({ atMs, isLive }) => isLive || atMs === undefined),
    oldestAtMs: () =>
      reads.size === 0 ? undefined : Math.min(...[...reads].flatMap(({ atMs }) => atMs ?? [])),
  }
}
