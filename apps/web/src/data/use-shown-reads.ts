import { useEffect, useSyncExternalStore } from 'react'
import type { Failure } from './failure.ts'
import { useLastKnown } from './last-known.tsx'

/** Notes what a part of the page shows, as long as it is on the page. An answer that came in part is live. */
export function useNoteShown(atMs: number | undefined, failure: Failure | undefined): void {
  const { note } = useLastKnown().shownReads
  const isLive = failure === undefined || failure.kind === 'partial'
  useEffect(() => note({ atMs, isLive }), [note, atMs, isLive])
}

/** Is all that the parts of the page show live? True in the first HTML. */
export function useIsLive(): boolean {
  const { subscribe, isLive } = useLastKnown().shownReads
  return useSyncExternalStore(subscribe, isLive, () => true)
}

/** When the oldest of what the parts of the page show was read, as `ShownReads` has it. */
export function useOldestShown(): number | undefined {
  const { subscribe, oldestAtMs } = useLastKnown().shownReads
  return useSyncExternalStore(subscribe, oldestAtMs, () => undefined)
}
