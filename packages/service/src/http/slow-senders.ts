import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Node's responses to invalid requests. */
const ANSWERS: Readonly<Record<string, string>> = {
  [TOO_SLOW]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse }

/**
 * Disconnects senders slower than the server's limits, except those whose data have arrived but are unread: after this process was
 * blocked, Node checks time limits before it reads waiting data, and would disconnect senders who are not slow.
 */
export function cutSlowSenders(server: Server): void {
  const latest = new WeakMap<Duplex, Exchange>()
  server.on('request', (req: IncomingMessage, res: ServerResponse) => latest.set(req.socket, { req, res }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const before = latest.get(socket)
    if (error.code !== TOO_SLOW) return cut(socket, { error, exchange: before })
    const wasComplete = before?.req.complete === true
    // All data that have arrived are read before the next turn of the event loop.
    setImmediate(() => {
      const exchange = latest.get(socket)
      const hasArrived = exchange?.req.complete === true && !(wasComplete && exchange === before)
      if (!hasArrived) cut(socket, { error, exchange })
    })
  })
}

function cut(
  socket: Duplex,
  { error, exchange }: { readonly error: NodeJS.ErrnoException; readonly exchange: Exchange | undefined },
): void {
  // A response that has begun cannot be replaced by another.
  const isAnswering = exchange?.res.headersSent === true && !exchange.res.writableFinished
  if (socket.writable && !isAnswering)
    socket.write(`HTTP/1.1 ${ANSWERS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
  socket.destroy(error)
}
