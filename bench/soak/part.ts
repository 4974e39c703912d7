import { join } from 'node:path'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { startChild, type Child } from '@counterfoil/testkit/child'
import { until } from '@counterfoil/testkit/until'

/** Something that is killed while people use the whole. */
export type Part = {
  readonly name: string
  /** As a crash does, with nothing said to anybody. */
  kill(): Promise<void>
  /** There again, and everything that depends on it in order. */
  restore(): Promise<void>
}

/** A process of a service, with its logged errors and its end. */
export type ServicePart = Part & {
  /** Errors logged by this process and its predecessors: event and message, with their counts. */
  errors(): ReadonlyMap<string, number>
  close(): Promise<void>
}

const PATIENCE = { withinMs: 120_000, everyMs: 100 }

/** Starts a BFF on `port`. */
export async function startBffPart(
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServicePart> {
  const address = `http://127.0.0.1:${port}`
  const start = async (): Promise<BffProcess> => {
    const process = await startBffProcess(env, { port })
    await untilReady(name, address, { exited: process.exited, output: process.logs })
    return process
  }
  return servicePart(name, start, (process) => ({ output: process.logs, stop: process.stop }))
}

const PROVIDER = join(import.meta.dirname, '../../apps/provider/src/main.ts')

/** Starts a provider on `port`. */
export async function startProviderPart(
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServicePart> {
  const start = async (): Promise<Child> => {
    const settings = { PATH: process.env['PATH'], ...env, PROVIDER_PORT: String(port) }
    const child = startChild(process.execPath, [PROVIDER], { env: settings })
    await untilReady(name, `http://127.0.0.1:${port}`, child)
    return child
  }
  return servicePart(name, start, (child) => ({ output: child.output, stop: child.stop }))
}

type Handle = { output(): string; stop(signal?: NodeJS.Signals): Promise<void> }

async function servicePart<Started>(
  name: string,
  start: () => Promise<Started>,
  handleOf: (started: Started) => Handle,
): Promise<ServicePart> {
  const errors = new Map<string, number>()
  let handle = handleOf(await start())
  const note = (): void => {
    for (const error of errorsIn(handle.output())) errors.set(error, (errors.get(error) ?? 0) + 1)
  }
  return {
    name,
    async kill() {
      await handle.stop('SIGKILL')
      note()
    },
    async restore() {
      handle = handleOf(await start())
    },
    errors: () => errors,
    async close() {
      await handle.stop()
      note()
    },
  }
}

/** @throws Error with the last output when the program ends or takes too long */
async function untilReady(
  name: string,
  address: string,
  { exited, output }: { readonly exited: Promise<unknown>; output(): string },
): Promise<void> {
  const ready = until(`${name} is ready`, async () => (await fetch(`${address}/health/ready`)).ok, PATIENCE)
  const ended = exited.then(() => Promise.reject(new Error(`${name} ended`)))
  ended.catch(() => undefined)
  await Promise.race([ready, ended]).catch((cause: unknown) => {
    throw new Error(`${name} did not come back: ${output().slice(-TOLD_CHARACTERS)}`, { cause })
  })
}

const TOLD_CHARACTERS = 2_000

const LEVEL_OF_ERRORS = 50

/** Each line of a log that is an error, in words that are the same for the same error. */
function errorsIn(log: string): readonly string[] {
  return log.split('\n').flatMap((line) => {
    if (line.startsWith('{')) return describe(line)
    // The first line of a fatal error names the reason.
    return /^\w*Error/.test(line) ? [line] : []
  })
}

function describe(line: string): readonly string[] {
  try {
    const { level, event, msg, err } = JSON.parse(line) as {
      readonly level?: number | string
      readonly event?: string
      readonly msg?: string
      readonly err?: { readonly message?: string }
    }
    if (level !== 'error' && !(Number(level) >= LEVEL_OF_ERRORS)) return []
    // Numbers are slots and ports: the same error has others each time.
    const why = err?.message?.replaceAll(/[\d.:]*\d/g, '…').slice(0, 90)
    return [[event ?? msg, why].filter((word) => word !== undefined).join(': ')]
  } catch {
    return []
  }
}
