import type { Listener } from './graphql-ports.ts'

/** Readings under way: calls with the same key share one. */
export interface JoinedReadings<Read> {
  /**
   * Begins a reading, or joins the one of the same key.
   * @param begin Gets a listener that is closed once all callers have gone.
   */
  join(key: string, listener: Listener, begin: (everybody: Listener) => Promise<Read>): Promise<Read>
}

interface Reading<Read> {
  readonly read: Promise<Read>
  readonly admit: (listener: Listener) => void
}

export function createJoinedReadings<Read>(): JoinedReadings<Read> {
  const going = new Map<string, Reading<Read>>()
  return {
    join(key, listener, begin) {
      const before = going.get(key)
      if (before !== undefined) {
        before.admit(listener)
        return before.read
      }
      // Another reading may have taken its place by then.
      const forget = () => {
        if (going.get(key)?.admit === crowd.admit) going.delete(key)
      }
      const crowd = createCrowd(forget)
      crowd.admit(listener)
      const read = begin(crowd.everybody).finally(forget)
      if (!crowd.everybody.closed) going.set(key, { read, admit: crowd.admit })
      return read
    },
  }
}

/** Several listeners as one. @param onGone Called when the last has gone; nobody is admitted any more. */
function createCrowd(onGone: () => void) {
  const hearers = new Set<() => void>()
  let present = 0
  let closed = false
  const leave = () => {
    present -= 1
    if (present > 0) return
    closed = true
    onGone()
    for (const hear of hearers) hear()
  }
  const everybody: Listener = {
    get closed() {
      return closed
    },
    once: (_event, listener) => hearers.add(listener),
    off: (_event, listener) => hearers.delete(listener),
  }
  return {
    everybody,
    admit(listener: Listener): void {
      present += 1
      if (listener.closed) leave()
      else listener.once('close', leave)
    },
  }
}
