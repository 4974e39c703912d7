import { once } from 'node:events'
import { createServer } from 'node:net'
import { startChild, type Child } from './child.ts'
import { until } from './until.ts'

/** Programs that share a listening socket, which is held for them while they are replaced, as a service manager does (sd_listen_fds). */
export type SocketService = {
  readonly port: number
  /** Ends one of the programs; the next one is not started before {@link SocketService.start}. */
  stop(index: number): void
  /** Starts the next program in the place of one that was stopped, and waits until it listens. */
  start(index: number): Promise<void>
  /** Returns all output of the programs at this index. */
  output(index: number): string
  /** Ends all of its processes. */
  close(): Promise<void>
}

/**
 * Runs the program again and again on one socket, which this shell holds open, and writes the id of each process it starts.
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
 * @param options.programs How many run at a time.
 * @param options.serves Text that a program writes once it serves.
 */
export async function startSocketService(
  command: readonly string[],
  options: {
    readonly programs: number
    readonly env: Readonly<Record<string, string>>
    readonly serves: string
  },
): Promise<SocketService> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  const children = Array.from({ length: options.programs }, () =>
    startChild('sh', ['-c', SUPERVISOR, 'sh', ...command], {
      env: { PATH: process.env['PATH'], ...options.env },
      passedFd: fd,
    }),
  )
  // The shells have copies. If ours were open, connections would wait here without being accepted.
  server.close()
  const childAt = (index: number): Child => {
    const child = children[index]
    if (child === undefined) throw new Error(`there is no program ${index}`)
    return child
  }
  /** Returns the newest program with its output. */
  const newest = (child: Child) => {
    const [, pid, said = ''] = /.*supervised (\d+)\n(.*)$/s.exec(child.output()) ?? []
    return { pid: Number(pid), said }
  }
  const untilServing = (child: Child, before?: number) =>
    until(
      'the next program serves',
      () => newest(child).pid !== before && newest(child).said.includes(options.serves),
    )
  await Promise.all(children.map((child) => untilServing(child)))
  return {
    port,
    stop(index) {
      const child = childAt(index)
      child.process.kill('SIGSTOP')
      process.kill(newest(child).pid, 'SIGTERM')
    },
    async start(index) {
      const child = childAt(index)
      const before = newest(child).pid
      child.process.kill('SIGCONT')
      await untilServing(child, before)
    },
    output: (index) => childAt(index).output(),
    async close() {
      await Promise.all(children.map((child) => child.stop('SIGTERM', 20_000)))
    },
  }
}
