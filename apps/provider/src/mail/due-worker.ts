import type { MailFault } from '@counterfoil/service/mail/smtp'

/** Sends due items of a store. Several processes may each run one: the store leases an item to one at a time. */
export type DueWorker = ReturnType<typeof createDueWorker>

export function createDueWorker<Due>(deps: {
  /** Leases the next due item; undefined if nothing is due. */
  readonly takeDue: () => Promise<Due | undefined>
  readonly send: (due: Due) => Promise<void>
}) {
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
    /** Sends due items until none is left or {@link DueWorker.stop} is called. A call during a run waits for that run. */
    sendDue(): Promise<void> {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
    stop: (): void => {
      isStopping = true
    },
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays after failed attempts: two days in total, as mail servers use (RFC 5321 section 4.5.4.1). */
const DELAYS_MS = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** Returns the time of the next attempt; undefined if there is none. @param attempts Attempts made, including this one. */
export function nextTryAt(
  fault: MailFault,
  { attempts, nowMs }: { readonly attempts: number; readonly nowMs: number },
): number | undefined {
  const delayMs = fault.isPermanent ? undefined : DELAYS_MS[attempts - 1]
  return delayMs === undefined ? undefined : nowMs + delayMs
}
