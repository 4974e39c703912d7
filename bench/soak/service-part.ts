import { until } from '@counterfoil/testkit/until'

/** Something that is killed while people use the whole. */
export type Part = {
  readonly name: string
  /** As a crash does, with nothing said to anybody. */
  kill(): Promise<void>
  /** Starts it again; resolves once everything that depends on it is in order. */
  restore(): Promise<void>
}

/** A process of a service. */
type Running = {
  readonly exited: Promise<unknown>
  output(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

const PATIENCE = { withinMs: 120_000, everyMs: 100 }
const SHOWN_CHARACTERS = 2_000

/** Starts a service that listens at `url`, as a part. */
export async function startServicePart(
  name: string,
  url: string,
  start: () => Promise<Running>,
): Promise<Part & { close(): Promise<void> }> {
  const startReady = async (): Promise<Running> => {
    const process = await start()
    await untilReady(name, url, process)
    return process
  }
  let running = await startReady()
  return {
    name,
    kill: () => running.stop('SIGKILL'),
    async restore() {
      running = await startReady()
    },
    close: () => running.stop(),
  }
}

/** @throws Error with the last output when the program ends or takes too long */
async function untilReady(name: string, url: string, { exited, output }: Running): Promise<void> {
  const ready = until(`${name} is ready`, async () => (await fetch(`${url}/health/ready`)).ok, PATIENCE)
  const ended = exited.then(() => Promise.reject(new Error(`${name} ended`)))
  ended.catch(() => undefined)
  await Promise.race([ready, ended]).catch((cause: unknown) => {
    throw new Error(`${name} did not come back: ${output().slice(-SHOWN_CHARACTERS)}`, { cause })
  })
}
