import { isWriteRefusal } from './store-unavailable.ts'

/** The time in milliseconds for which one process keeps the answer: pages are requested more often than a store fills up. */
const ASKED_EVERY_MS = 5000

/** Creates the check whether the store can be read but takes no writes. Never rejects; false if the store does not answer. */
export function createReadOnlyQuestion(deps: {
  readonly proveWritable: () => Promise<void>
  readonly clock: () => number
}): () => Promise<boolean> {
  let last: { readonly answer: Promise<boolean>; readonly atMs: number } | undefined
  return () => {
    const nowMs = deps.clock()
    if (last === undefined || nowMs - last.atMs >= ASKED_EVERY_MS)
      last = { atMs: nowMs, answer: deps.proveWritable().then(() => false, isWriteRefusal) }
    return last.answer
  }
}
