/** Sends due items of a store. Several processes may each run one: the store leases an item to one at a time. */
export interface DueWorker {
  /** Sends due items one after the other, until none is left or {@link DueWorker.stop} was called. */
  sendDue(): Promise<void>
  stop(): void
}

/** A worker that takes the next due thing and sends it; the caller while it works waits for the same round. */
export function createDueWorker<Due>(deps: {
  /** Undefined: nothing is due now. */
  readonly takeDue: () => Promise<Due | undefined>
  readonly send: (due: Due) => Promise<void>
}): DueWorker {
  let isStopping = false
  let sending: Promise<void> | undefined

  async function sendAll(): Promise<void> {
    while (!isStopping) {
      const due = await deps.takeDue()
      if (due === undefined) return
      await deps.send(due)
    }
  }

  return {
    sendDue() {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
    stop: () => {
      isStopping = true
    },
  }
}
