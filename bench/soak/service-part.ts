import { until } from '@counterfoil/testkit/until'

/** A part of the product that is killed while people use it. */
export type Part = {
  readonly name: string
  /** Kills the part like a crash, without any shutdown. */
  kill(): Promise<void>
  /** Restarts the part; resolves when everything that depends on it works. */
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

/** Starts a service that listens at `url`, as a part that can be killed. */
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

/** Waits until a service is ready. @throws Error with the last output if the program ends or takes too long */
async function untilReady(name: string, url: string, { exited, output }: Running): Promise<void> {
  const ready = until(`${name} is ready`, async () => (await fetch(`${url}/health/ready`)).ok, PATIENCE)
  const ended = exited.then(() => Promise.reject(new Error(`${name} ended`)))
  ended.catch(() => undefined)
  await Promise.race([ready, ended]).catch((cause: unknown) => {
    throw new Error(`${name} did not come back: ${output().slice(-SHOWN_CHARACTERS)}`, { cause })
  })
}
