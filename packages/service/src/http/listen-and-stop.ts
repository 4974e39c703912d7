import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutSlowSenders } from './slow-senders.ts'

/** Reports that another program already listens on the port. */
export class PortTakenError extends Error {
  readonly port: number

  constructor(port: number) {
    super(`port ${port} is already in use`)
    this.name = 'PortTakenError'
    this.port = port
  }
}

/** Reports that the configured host is not an address of this machine. */
export class HostNotHereError extends Error {
  override readonly name = 'HostNotHereError'

  constructor(host: string) {
    super(`${host} is not an address of this machine`)
  }
}

/** Error codes for a host without an address on this machine, and for a name without any address. */
const NOT_HERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']

export type Listening = {
  readonly server: Server
  readonly port: number
  readonly url: string
  /** Also accepts connections on a socket that already listens, see {@link findPassedSocket}. */
  serveSocket(fd: number): Promise<void>
  /** Makes every later response close its connection, so that a caller's next request may go to another process. */
  drain(): void
  /**
   * Accepts no more connections, completes running responses, then closes the remaining connections.
   *
   * @param graceMs The time for running responses in milliseconds; 10 s by default.
   */
  close(graceMs?: number): Promise<void>
}

/** The time after which the sender of an incomplete request is disconnected, at every listener. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Default limits of every service. */
const SERVER_LIMITS = {
  /** Disconnects slow senders. A response may take longer, and an event stream has no limit. */
  headersTimeout: 10_000,
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** The idle time of connections: longer than that of usual proxies, so that the proxy is the one to close them. */
  keepAliveTimeout: 65_000,
  /** The largest header section: enough for our cookies and a proxy's headers. */
  maxHeaderSize: 16_384,
  /** The interval in which Node looks for connections beyond their time limits; its default is half a minute. */
  connectionsCheckingInterval: 2_000,
  /** The buffer per connection in bytes. Further data wait until the caller reads, so a slow reader of a stream costs no more. */
  highWaterMark: 16_384,
} as const satisfies ServerOptions

/** The first file descriptor that a service manager passes on, after those of input, output and errors. */
const FIRST_PASSED_FD = 3

/**
 * Returns the listening socket that a service manager keeps and passes to every process of the service: while one of them is
 * replaced, the others accept, so no connection is refused, reset or delayed. Undefined if there is none.
 *
 * @see sd_listen_fds(3), LISTEN_PID and LISTEN_FDS
 */
export function findPassedSocket(
  env: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  return env['LISTEN_PID'] === String(pid) && Number(env['LISTEN_FDS']) >= 1 ? FIRST_PASSED_FD : undefined
}

/** The time for the first request of a connection that was open before the stop. */
const FIRST_REQUEST_MS = 1_000

/** Returns the live set of open connections that have not sent a request yet. */
function trackUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

/** Returns true for several Host headers: a proxy in front may use another one than we do. (RFC 9112 section 3.2) */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  const isName = (at: number) => at % 2 === 0
  return rawHeaders.filter((text, at) => isName(at) && text.length === 4 && /^host$/i.test(text)).length > 1
}

/**
 * Starts an HTTP server.
 *
 * @param options.port The port; 0 for a free one.
 * @param options.server Limits in place of the default ones; a caller beyond one is disconnected at most two seconds later.
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
        // From now on every response closes its connection.
        isDraining = true
        server.keepAliveTimeout = 1
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        const closeIdle = setTimeout(
          () => server.closeIdleConnections(),
          unused.size === 0 ? 0 : Math.min(graceMs, FIRST_REQUEST_MS),
        )
        // Connections of the passed socket belong to the same server, but its end is awaited here.
        const passedEnded = new Promise<void>((ended) =>
          passed === undefined ? ended() : passed.close(() => ended()),
        )
        // The HTTP server's own `close` cuts idle connections at once, and treats one whose first request is arriving as idle.
        NetServer.prototype.close.call(server, async () => {
          await passedEnded
          clearTimeout(cut)
          clearTimeout(closeIdle)
          // Ends the timer of the HTTP server as well.
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
  /** Reports that the service is not ready, and keeps serving all requests. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

/**
 * Stops the service at the first SIGINT or SIGTERM: drains, closes after `drainMs`, then exits with 0 if `close` succeeded, else
 * with 1. A second signal has no effect: npm and a terminal send the same signal twice.
 * @param options.drainMs The time in which load balancers in front notice that the process is not ready.
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
