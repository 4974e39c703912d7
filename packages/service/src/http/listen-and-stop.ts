import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutSlowSenders } from './slow-senders.ts'

/** Another program listens on the port already. */
export class PortTakenError extends Error {
  readonly port: number

  constructor(port: number) {
    super(`port ${port} is already in use`)
    this.name = 'PortTakenError'
    this.port = port
  }
}

/** The host to listen on is no address of this machine. */
export class HostNotHereError extends Error {
  override readonly name = 'HostNotHereError'

  constructor(host: string) {
    super(`${host} is not an address of this machine`)
  }
}

/** Codes of a host without an address here, and of a name without an address anywhere. */
const NOT_HERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']

export type Listening = {
  readonly server: Server
  readonly port: number
  readonly url: string
  /** Also serves the callers of a socket that listens already, see {@link findPassedSocket}. */
  serveSocket(fd: number): Promise<void>
  /** From now on every answer ends its connection, so that a caller's next request may go to another process. */
  drain(): void
  /**
   * Accepts no more connections, completes running answers, then cuts the rest.
   *
   * @param graceMs Time for running answers; 10 s by default.
   */
  close(graceMs?: number): Promise<void>
}

/** A sender of an incomplete request is disconnected after this time, at every listener. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Default limits of every service. */
const SERVER_LIMITS = {
  /** Disconnects slow senders. An answer may take longer, and an event stream has no limit. */
  headersTimeout: 10_000,
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** Longer than proxies in front usually keep a connection, so that they are the ones to close it. */
  keepAliveTimeout: 65_000,
  /** More than our cookies and a proxy's headers need. */
  maxHeaderSize: 16_384,
  /** Node looks for connections that are over their time only every half minute. */
  connectionsCheckingInterval: 2_000,
  /** Further data wait until the caller reads: the whole cost of a slow reader of a stream. */
  highWaterMark: 16_384,
} as const satisfies ServerOptions

/** The first file descriptor that a service manager passes on: those below are input, output and errors. */
const FIRST_PASSED_FD = 3

/**
 * Returns the listening socket that a service manager keeps and passes to every process of the service: while one of them is
 * replaced the others accept, so no connection is refused, reset or delayed. Undefined without one.
 *
 * @see sd_listen_fds(3), LISTEN_PID and LISTEN_FDS
 */
export function findPassedSocket(
  env: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  return env['LISTEN_PID'] === String(pid) && Number(env['LISTEN_FDS']) >= 1 ? FIRST_PASSED_FD : undefined
}

/** Time for the first request of a connection that was open before the stop. */
const FIRST_REQUEST_MS = 1_000

/** The open connections that have not brought a request yet. */
function trackUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

/** True if a request names its host more than once: a proxy in front may go by another one than we do. (RFC 9112 section 3.2) */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  const isName = (at: number) => at % 2 === 0
  return rawHeaders.filter((text, at) => isName(at) && text.length === 4 && /^host$/i.test(text)).length > 1
}

/**
 * Starts an HTTP server.
 *
 * @param options.port 0 for a free one.
 * @param options.server Other limits; a caller beyond a time limit is disconnected at most two seconds later.
 * @throws PortTakenError, HostNotHereError
 */
export async function listen(
  app: RequestListener,
  options: {
    readonly host: string
    readonly port: number
    readonly server?: ServerOptions
  },
): Promise<Listening> {
  let isDraining = false
  const server = createServer({ ...SERVER_LIMITS, ...options.server }, (req, res) => {
    if (isDraining) res.shouldKeepAlive = false
    if (hasSeveralHosts(req.rawHeaders)) return void res.writeHead(400, { Connection: 'close' }).end()
    app(req, res)
  })
  cutSlowSenders(server)
  const unused = trackUnused(server)
  await openPort(server, options)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let passed: NetServer | undefined
  let closed: Promise<void> | undefined

  return {
    server,
    port,
    url: `http://${host}:${port}`,
    async serveSocket(fd) {
      passed = await serveBeside(server, fd)
    },
    drain() {
      isDraining = true
    },
    close(graceMs = 10_000) {
      closed ??= new Promise<void>((resolve) => {
        // A connection whose answer ends from now on must close.
        isDraining = true
        server.keepAliveTimeout = 1
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        const closeIdle = setTimeout(
          () => server.closeIdleConnections(),
          unused.size === 0 ? 0 : Math.min(graceMs, FIRST_REQUEST_MS),
        )
        // Those of the passed socket belong to the same server, but are waited for here.
        const passedEnded = new Promise<void>((ended) =>
          passed === undefined ? ended() : passed.close(() => ended()),
        )
        // The server's own `close` cuts idle connections at once, and treats one whose first request is arriving as idle.
        NetServer.prototype.close.call(server, async () => {
          await passedEnded
          clearTimeout(cut)
          clearTimeout(closeIdle)
          // Ends its timer as well.
          server.close(() => resolve())
        })
      })
      return closed
    },
  }
}

/** @throws PortTakenError, HostNotHereError */
function openPort(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortTakenError(port))
      else if (NOT_HERE.includes(error.code ?? '')) reject(new HostNotHereError(host))
      else reject(error)
    })
    server.listen(port, host, resolve)
  })
}

/** Serves callers of the listening socket `fd` with the handlers of `server`. */
async function serveBeside(server: Server, fd: number): Promise<NetServer> {
  const { highWaterMark } = SERVER_LIMITS
  const passed = new NetServer({ allowHalfOpen: true, noDelay: true, highWaterMark }, (socket) =>
    server.emit('connection', socket),
  )
  passed.listen({ fd })
  await once(passed, 'listening')
  return passed
}

/** A service that can be asked to stop. */
export type Stoppable = {
  /** Is ready no longer, and serves everyone all the same. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

/**
 * At SIGINT or SIGTERM, once: drains, closes after `drainMs`, and then ends the process: with 0 when `close` succeeded, else
 * 1. A second signal changes nothing: npm and a terminal send the same one twice.
 * @param options.drainMs How long balancers in front may take to see that the process is no longer ready.
 */
export function stopOnSignals(service: Stoppable, options: { readonly drainMs: number }): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    service.drain()
    const drained = options.drainMs === 0 ? Promise.resolve() : sleep(options.drainMs)
    drained.then(service.close).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
