import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A loopback address in front of a service, to stop or silence that service as the network would. */
export type SocketGate = {
  readonly port: number
  /** Sets where connections go; until then they are refused. */
  leadTo(port: number): void
  /** Cuts the open connections; new ones are accepted. */
  cut(): void
  open(): void
  /** Stops listening: connections are refused and the open ones are cut. */
  shut(): Promise<void>
  /** Accepts connections, but passes no data in either direction until {@link SocketGate.open}. */
  silence(): void
  close(): Promise<void>
}

/** Opens a gate on a free port of the loopback address. */
export async function createSocketGate(host = '127.0.0.1'): Promise<SocketGate> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = 0
  let mode: 'open' | 'shut' | 'silent' = 'open'

  const server = createServer((caller) => {
    const service = connect(target, host)
    const pair = [caller, service] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      caller.destroy()
      service.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    caller.pipe(service)
    service.pipe(caller)
    if (mode === 'silent') hold(pair)
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  function hold(pair: readonly [Socket, Socket]): void {
    for (const socket of pair) {
      socket.unpipe()
      socket.pause()
    }
  }
  function release([caller, service]: readonly [Socket, Socket]): void {
    caller.pipe(service)
    service.pipe(caller)
  }
  function cut(): void {
    for (const [caller, service] of pairs) {
      caller.destroy()
      service.destroy()
    }
  }
  function stopListening(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve())
      cut()
    })
  }

  return {
    port,
    leadTo: (to) => void (target = to),
    cut,
    open() {
      if (mode === 'silent') pairs.forEach(release)
      const wasShut = mode === 'shut'
      mode = 'open'
      if (wasShut) server.listen(port, host)
    },
    async shut() {
      if (mode === 'shut') return
      mode = 'shut'
      await stopListening()
    },
    silence() {
      mode = 'silent'
      pairs.forEach(hold)
    },
    async close() {
      if (mode !== 'shut') await stopListening()
      mode = 'shut'
    },
  }
}
