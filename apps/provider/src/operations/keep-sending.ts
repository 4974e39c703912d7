import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { DueWorker } from '#mail/due-worker.ts'

/** The interval in milliseconds at which this process looks for due messages. */
const LOOK_INTERVAL_MS = 1_000
/** The longest time in milliseconds that a slow mail server delays the shutdown. The message is retried later. */
const STOP_GRACE_MS = 5_000

/** Sends due messages at an interval. Logs only the first of consecutive failures. `close` waits a while for a running send. */
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
