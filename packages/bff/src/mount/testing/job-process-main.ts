import { createLogger } from '@counterfoil/service/telemetry/logger'
import type { RefreshStep } from '#refresh/refresh-ports.ts'
import { counterfoil, harbour, type CounterfoilOptions } from '../../index.ts'

/** The instructions of a test for a worker process of an app. */
export interface JobOrder {
  readonly engine: Pick<CounterfoilOptions, 'publicUrl' | 'redis' | 'keys'>
  readonly provider: Parameters<typeof harbour>[0]
  readonly connectionId: string
  readonly document: string
  /** The number of simultaneous jobs. */
  readonly jobs: number
  /** The milliseconds by which the clock of the process is ahead. */
  readonly aheadMs: number
  readonly leaseMs?: number
  /** The process kills itself with SIGKILL at this step of a refresh. */
  readonly crashAt?: RefreshStep
}

/** The last line that the process writes. */
export interface JobReport {
  /** The number of jobs by error code; `done` for those with an answer. */
  readonly outcomes: Readonly<Record<string, number>>
}

// A worker process of an app: it has no routes and serves no browser.
const order = JSON.parse(process.argv[2] ?? '') as JobOrder
const books = await counterfoil({
  ...order.engine,
  provider: harbour(order.provider),
  logger: createLogger({ name: 'jobs', level: 'silent' }),
  overrides: {
    clock: () => Date.now() + order.aheadMs,
    leaseMs: order.leaseMs,
    onStep(step) {
      if (step === order.crashAt) process.kill(process.pid, 'SIGKILL')
    },
  },
})
const connection = books.connection(order.connectionId)
const outcomes: Record<string, number> = {}
/** Runs the query, and repeats it if Redis answered too late, as it may on a busy machine. */
async function ask(): Promise<string> {
  const outcome = await connection.query(order.document).then(
    () => 'done',
    (error: unknown) => String((error as { code?: unknown }).code),
  )
  return outcome === 'store-unavailable' ? ask() : outcome
}
const asked = Array.from({ length: order.jobs }, async () => {
  const outcome = await ask()
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
})
process.stdout.write('asked\n')
await Promise.all(asked)
process.stdout.write(`${JSON.stringify({ outcomes } satisfies JobReport)}\n`)
await books.close()
