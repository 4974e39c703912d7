import { isWriteRefusal } from './store-unavailable.ts'

/** Asked at most this often by one process: pages are looked at more often than a store fills up. */
const ASKED_EVERY_MS = 5000

/** Answers whether the store can be read and takes no writes. Never rejects; false while it is away altogether. */
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
