import { once } from 'node:events'
import { createServer } from 'node:net'
import { startChild } from './child.ts'
import { until } from './until.ts'

/** A program whose listening socket is held for it while it is replaced, as a service manager does (sd_listen_fds). */
export type SocketService = {
  readonly port: number
  /** Ends the program that runs, waits until the next one listens. */
  restart(): Promise<void>
  output(): string
  /** Ends all of it. */
  close(): Promise<void>
}

/**
 * Runs the program again and again on one socket, which this shell holds open. A line that begins with `stop` ends it, any
 * other one is the id of the process it started.
 */
const SUPERVISOR = `
trap 'over=1; kill -TERM $child 2>/dev/null' TERM
while [ -z "$over" ]; do
  sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"' "$@" &
  child=$!
  echo "supervised $child"
  wait $child
  while kill -0 $child 2>/dev/null; do wait $child; done
done
`

/**
 * @param options.countStarts Says, from all that was written, how many times a program has begun to serve.
 */
export async function startSocketService(
  command: readonly string[],
  options: {
    readonly env: Readonly<Record<string, string>>
    readonly countStarts: (output: string) => number
  },
): Promise<SocketService> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  const child = startChild('sh', ['-c', SUPERVISOR, 'sh', ...command], {
    env: { PATH: process.env['PATH'], ...options.env },
    passedFd: fd,
  })
  // The shell has a copy. Were ours open, connections would wait here for nobody.
  server.close()
  const untilStarts = (count: number) =>
    until(`start ${count}: ${child.output()}`, () => options.countStarts(child.output()) >= count, {
      withinMs: 60_000,
    })
  let starts = 1
  await untilStarts(starts)
  return {
    port,
    output: child.output,
    async restart() {
      const pid = Number([...child.output().matchAll(/supervised (\d+)/g)].at(-1)?.[1])
      starts += 1
      process.kill(pid, 'SIGTERM')
      await untilStarts(starts)
    },
    close: () => child.stop('SIGTERM', 20_000),
  }
}
