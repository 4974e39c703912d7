import { createServer } from 'node:http'
import type { RequestListener, Server, ServerOptions } from 'node:http'

/** Another program listens on the port already. */
export class PortTakenError extends Error {
  readonly port: number

  constructor(port: number) {
    super(`port ${port} is already in use`)
    this.name = 'PortTakenError'
    this.port = port
  }
}

export type Listening = {
  readonly server: Server
  readonly port: number
  readonly url: string
  /**
   * Accepts no more connections, lets answers in flight finish, then cuts what is left.
   * @param graceMs How long answers may take to finish; 10 s unless told.
   */
  close(graceMs?: number): Promise<void>
}

/** Who has not said all of a request by then is cut off, at every listener. */
export const REQUEST_TIMEOUT_MS = 30_000

/** What every service of ours allows a caller, unless told otherwise. */
const SERVER_LIMITS = {
  /** Who sends a request more slowly than this is nobody we serve. An answer may take longer, an event stream for ever. */
  headersTimeout: 10_000,
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** Longer than proxies in front usually keep a connection, so that they are the ones to close it. */
  keepAliveTimeout: 65_000,
  /** More than our cookies and a proxy's headers need. */
  maxHeaderSize: 16_384,
  /** Node looks for connections that are over their time only every half minute. */
  connectionsCheckingInterval: 2_000,
  /** What is written beyond it waits until the caller has taken it: it is all that a slow reader of a stream costs. */
  highWaterMark: 16_384,
} as const satisfies ServerOptions

/**
 * Starts an HTTP server.
 * @param options.port 0 for a free one.
 * @param options.server Other limits than ours; who exceeds a time is cut off at most two seconds later.
 * @throws PortTakenError
 */
export async function listen(
  app: RequestListener,
  options: { readonly host: string; readonly port: number; readonly server?: ServerOptions },
): Promise<Listening> {
  const server = createServer({ ...SERVER_LIMITS, ...options.server }, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(options.port) : error),
    )
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  let closed: Promise<void> | undefined

  return {
    server,
    port,
    url: `http://${host}:${port}`,
    close(graceMs = 10_000) {
      closed ??= new Promise<void>((resolve) => {
        // A connection whose answer ends from now on must not stay open for another request.
        server.keepAliveTimeout = 1
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      })
      return closed
    },
  }
}

/**
 * Calls `close` once at SIGINT or SIGTERM and then ends the process: with 0 when `close` succeeded, else 1.
 * A second signal changes nothing: npm and a terminal send the same one twice.
 */
export function stopOnSignals(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
