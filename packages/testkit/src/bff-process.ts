import { startChild } from './child.ts'
import { programFile } from './program-file.ts'
import { until } from './until.ts'

export type BffProcess = {
  readonly address: string
  logs(): string
  readonly pid: number
  /** Resolves when the process has ended, however. */
  readonly exited: Promise<unknown>
  /** Collects garbage, and returns how many bytes are still in use: objects, and buffers outside the heap. */
  readLiveBytes(): Promise<number>
  /** Runs the due background work once; resolves when it is done, or the process has ended. */
  work(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts a BFF with the settings of another one, so that both serve the same people. If it does not listen, it has
 * ended before this throws.
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
    /** `off` disables the background work. */
    readonly workers?: 'off'
    /** The milliseconds by which {@link BffProcess.work} advances the clock. */
    readonly worksAfterMs?: number
    /** The maximum milliseconds for a whole answer of the provider. */
    readonly upstreamTotalMs?: number
    /** A free one by default. */
    readonly port?: number
  } = {},
): Promise<BffProcess> {
  const program = programFile('packages/testkit/src/bff-process-main.ts')
  const child = startChild(process.execPath, ['--expose-gc', program], {
    env: {
      PATH: process.env['PATH'],
      ...env,
      BFF_PORT: String(options.port ?? 0),
      ...(options.pages === undefined ? {} : { TEST_PAGES: options.pages }),
      ...(options.workers === undefined ? {} : { TEST_WORKERS: options.workers }),
      ...(options.crashAt === undefined ? {} : { TEST_CRASH_AT: options.crashAt }),
      ...(options.freezeAt === undefined ? {} : { TEST_FREEZE_AT: options.freezeAt }),
      ...(options.aheadMs === undefined ? {} : { TEST_AHEAD_MS: String(options.aheadMs) }),
      ...(options.upstreamTotalMs === undefined
        ? {}
        : { TEST_UPSTREAM_TOTAL_MS: String(options.upstreamTotalMs) }),
      ...(options.worksAfterMs === undefined ? {} : { TEST_WORKS_AFTER_MS: String(options.worksAfterMs) }),
      ...(options.leaseMs === undefined ? {} : { TEST_LEASE_MS: String(options.leaseMs) }),
    },
  })
  const hasEnded = child.exited.then((code) => {
    throw new Error(`it ended with ${code ?? 'a signal'}`)
  })
  const address = await Promise.race([
    hasEnded,
    until('the process listens', () => /"event":"test.ready","address":"([^"]+)"/.exec(child.output())?.[1]),
  ]).catch(async (cause: unknown) => {
    await child.stop('SIGKILL')
    throw new Error(`The BFF did not start:\n${child.output()}`, { cause })
  })
  hasEnded.catch(() => undefined)
  let looks = 0
  return {
    address,
    pid: child.process.pid ?? 0,
    logs: child.output,
    async readLiveBytes() {
      looks += 1
      child.process.kill('SIGUSR2')
      const line = new RegExp(`"event":"test.live","look":${looks},"bytes":(\\d+)`)
      return Number(await until('the process tells what it holds', () => line.exec(child.output())?.[1]))
    },
    exited: child.exited,
    async work() {
      child.process.kill('SIGUSR1')
      const worked = until('the work is done', () => child.output().includes('"event":"test.worked"'))
      await Promise.race([worked, child.exited])
      worked.catch(() => undefined)
    },
    stop: (signal) => child.stop(signal),
  }
}
