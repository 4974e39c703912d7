import { COUNT_EVERY_MS, type createConnectionCensus } from '#connections/census-store.ts'
import type { createKeyCensus } from '#connections/census-store.ts'
import type { createWorker } from '#revocation/revocation-worker.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { BffMetrics } from './bff-metrics.ts'

interface BackgroundParts {
  readonly store: { isReady(): boolean }
  readonly worker: ReturnType<typeof createWorker>
  /** Undefined if the app sends no letters. */
  readonly letterWorker: ReturnType<typeof createWorker<'letter'>> | undefined
  readonly pendingRevocations: Pick<RevocationStore, 'countOverdue'>
  readonly attempts: { countAbandoned(nowMs: number): Promise<number> }
  /** Undefined if the number of connections is not exported. */
  readonly countConnections: ReturnType<typeof createConnectionCensus> | undefined
  /** Undefined while there is only one key. */
  readonly takeCensus: ReturnType<typeof createKeyCensus> | undefined
  readonly metrics: Pick<BffMetrics, 'revocationsOverdue' | 'attempt' | 'connectionStates'>
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly clock: () => number
  readonly revokeEveryMs: number | undefined
  readonly sweepEveryMs: number
  /** Receives the function that runs all background work once, for tests that choose the time. */
  readonly onBackground: ((round: () => Promise<void>) => void) | undefined
}

interface Chore {
  readonly everyMs: number
  readonly run: () => Promise<void>
}

const REVOKE_EVERY_MS = 1000

/** Starts the background work. Stopping starts no new round and waits for the present one. */
export function startBackgroundWork(parts: BackgroundParts): { stop(): Promise<void> } {
  const chores = listChores(parts)
  parts.onBackground?.(async () => {
    for (const chore of chores) await chore.run()
  })
  return repeat(chores, (err) => parts.logger.error({ event: 'background.failed', err }))
}

function listChores(parts: BackgroundParts): readonly Chore[] {
  const { store, worker, metrics, sweepEveryMs, takeCensus, countConnections } = parts
  const whileReady = (run: () => Promise<void>) => async () => {
    if (store.isReady()) await run()
  }
  return [
    {
      everyMs: parts.revokeEveryMs ?? REVOKE_EVERY_MS,
      run: whileReady(async () => {
        await worker.runDue('revoke')
        await worker.runDue('exchange')
        metrics.revocationsOverdue(await parts.pendingRevocations.countOverdue())
      }),
    },
    {
      everyMs: sweepEveryMs,
      run: whileReady(async () => {
        await worker.runDue('sweep')
        const abandoned = await parts.attempts.countAbandoned(parts.clock())
        for (let left = abandoned; left > 0; left -= 1) metrics.attempt('abandoned')
      }),
    },
    {
      everyMs: sweepEveryMs,
      run: whileReady(async () => {
        const sealedUnder = await takeCensus?.()
        if (sealedUnder !== undefined) parts.logger.info({ event: 'keys.census', sealedUnder })
      }),
    },
    { everyMs: sweepEveryMs, run: whileReady(async () => parts.letterWorker?.runDue('letter')) },
    {
      everyMs: COUNT_EVERY_MS,
      async run() {
        if (countConnections === undefined) return
        // During an outage the last count is out of date.
        metrics.connectionStates(store.isReady() ? await countConnections() : undefined)
      },
    },
  ]
}

/** Repeats each chore, never twice at once; a round that fails is reported, and the chore runs again at its next time. */
function repeat(chores: readonly Chore[], onFailed: (error: unknown) => void): { stop(): Promise<void> } {
  let isStopping = false
  const runs = chores.map((chore) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let running: Promise<void> = Promise.resolve()
    const round = () => {
      running = chore
        .run()
        .catch(onFailed)
        .finally(() => {
          if (!isStopping) arm()
        })
    }
    const arm = () => {
      timer = setTimeout(round, chore.everyMs)
      timer.unref()
    }
    arm()
    return {
      async stop() {
        clearTimeout(timer)
        await running
      },
    }
  })
  return {
    async stop() {
      isStopping = true
      await Promise.all(runs.map((run) => run.stop()))
    },
  }
}
