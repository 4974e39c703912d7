import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { DueWorker } from '#mail/due-worker.ts'

/** How long a message waits at most until this process looks for it. */
const LOOK_INTERVAL_MS = 1_000
/** A mail server that is slow does not hold up the end of the process longer: the message is tried again after it. */
const STOP_GRACE_MS = 5_000

/** Looks for messages that are due, again and again. A fault is logged once until it is over. One that is being sent gets a while to finish when this ends. */
export function keepSending(worker: DueWorker, logger: Logger): { readonly close: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let hasFailed = false
  const look = () => {
    running = worker.sendDue().then(
      () => {
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) logger.warn({ event: 'mail.stopped', err: error })
        hasFailed = true
      },
    )
  }
  const timer = setInterval(look, LOOK_INTERVAL_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      worker.stop()
      const { promise: graceIsOver, resolve } = Promise.withResolvers<void>()
      const grace = setTimeout(resolve, STOP_GRACE_MS)
      await Promise.race([running, graceIsOver])
      clearTimeout(grace)
    },
  }
}
