import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommandLine } from '@counterfoil/tools/machine/running-file'
import { afterEach, beforeEach } from 'vitest'
import { startChild, type Child } from './child.ts'
import { freePorts } from './free-port.ts'
import { until } from './until.ts'

const TOOLS = join(import.meta.dirname, '..', '..', '..', 'tools')

/** Runs `npm start` in a folder and on ports of one test. */
export type NpmStart = {
  /** A new folder for each test; the data are in its `data`. */
  folder(): string
  /** The ports of the app and of the provider. */
  ports(): readonly number[]
  /** Runs `npm start`, which ends with its test. */
  start(env?: NodeJS.ProcessEnv, ...args: readonly string[]): Child
  /** @throws Error with the output if `npm start` has ended */
  isReady(child: Child): Promise<true>
  /** Returns the process ids of `npm start` and of its three services. */
  runningPids(): readonly number[]
}

/** Returns `npm start` for the tests of one `describe`. Call it there: it registers hooks before and after each test. */
export function useNpmStart(): NpmStart {
  let folder = ''
  let ports: readonly number[] = []
  const children: Child[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'start-'))
    ports = await freePorts(2)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await child.stop('SIGTERM', 20_000)
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder: () => folder,
    ports: () => ports,
    start(env = {}, ...args) {
      const [appPort, providerPort] = ports
      const child = startChild(process.execPath, [join(TOOLS, 'start/start.ts'), ...args], {
        env: {
          ...process.env,
          COUNTERFOIL_DATA_DIR: join(folder, 'data'),
          BFF_PORT: String(appPort),
          PROVIDER_PORT: String(providerPort),
          NODE_NO_WARNINGS: '1',
          // Writing the books of the demonstration is most of a start, and the subject of one test alone.
          PROVIDER_SEED: 'people',
          ...env,
        },
      })
      children.push(child)
      return child
    },
    isReady: (child) =>
      until('the product to be ready', () => {
        if (child.process.exitCode !== null) throw new Error(child.output())
        return child.output().includes('Counterfoil is ready')
      }),
    runningPids() {
      const running = JSON.parse(readFileSync(join(folder, 'data', 'running.json'), 'utf8')) as {
        pid: number
        services: { pid: number }[]
      }
      return [running.pid, ...running.services.map((service) => service.pid)]
    },
  }
}

export function isAlive(pid: number): boolean {
  return findCommandLine(pid) !== undefined
}
