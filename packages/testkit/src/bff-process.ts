import { join } from 'node:path'
import { startChild } from './child.ts'
import { until } from './until.ts'

/** A BFF in a process of its own. */
export type BffProcess = {
  /** Where it listens. */
  readonly address: string
  logs(): string
  readonly pid: number
  /** Resolves when the process has ended, however. */
  readonly exited: Promise<unknown>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts one with the settings of another BFF, so that both serve the same people.
 * @param options.crashAt A step of a refresh at which it kills itself, see `REFRESH_STEPS`.
 * @param options.freezeAt A step of a refresh at which it freezes itself (SIGSTOP), the first time it comes there.
 * @param options.aheadMs How far its clock is ahead of everybody's.
 * @param options.pages Serve the built web app of `BFF_WEB_DIR` instead of pages that show their data as JSON.
 */
export async function startBffProcess(
  env: Readonly<Record<string, string>>,
  options: {
    readonly crashAt?: string
    readonly freezeAt?: string
    readonly leaseMs?: number
    readonly aheadMs?: number
    readonly pages?: 'built'
    /** `off`: nothing is done in the background. */
    readonly workers?: 'off'
    /** A free one unless told. */
    readonly port?: number
  } = {},
): Promise<BffProcess> {
  const child = startChild(process.execPath, [join(import.meta.dirname, 'bff-process-main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
      BFF_PORT: String(options.port ?? 0),
      ...(options.pages === undefined ? {} : { TEST_PAGES: options.pages }),
      ...(options.workers === undefined ? {} : { TEST_WORKERS: options.workers }),
      ...(options.crashAt === undefined ? {} : { TEST_CRASH_AT: options.crashAt }),
      ...(options.freezeAt === undefined ? {} : { TEST_FREEZE_AT: options.freezeAt }),
      ...(options.aheadMs === undefined ? {} : { TEST_AHEAD_MS: String(options.aheadMs) }),
      ...(options.leaseMs === undefined ? {} : { TEST_LEASE_MS: String(options.leaseMs) }),
    },
  })
  const address = await until(
    'the process listens',
    () => /"event":"test.ready","address":"([^"]+)"/.exec(child.output())?.[1],
    { withinMs: 30_000 },
  ).catch((cause: unknown) => {
    throw new Error(`The BFF did not start:\n${child.output()}`, { cause })
  })
  return {
    address,
    pid: child.process.pid ?? 0,
    logs: child.output,
    exited: child.exited,
    stop: (signal) => child.stop(signal),
  }
}
