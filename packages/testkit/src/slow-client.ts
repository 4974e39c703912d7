import { connect, type Socket } from 'node:net'

/** A connection of a slow client. */
export type SlowClient = {
  /** Returns the bytes read so far. */
  received(): string
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<void>
  /** Resolves when all that was said has left this process, or cannot any more. */
  readonly sent: Promise<void>
  end(): void
}

/**
 * Opens a connection and sends `text`, and no more.
 *
 * @param options.reads `nothing`: no byte of the answer is read; `to-forget`: all of it, and nothing is kept.
 */
export function openSlowClient(
  address: string,
  text: string,
  options: { readonly reads?: 'nothing' | 'to-forget' } = {},
): SlowClient {
  const { hostname, port } = new URL(address)
  const socket: Socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
  let received = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => socket.destroy())
  if (options.reads === 'nothing') socket.pause()
  else if (options.reads === 'to-forget') socket.resume()
  else socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  const written = new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()))
  return {
    received: () => received,
    closed,
    sent: Promise.race([written, closed]),
    end: () => void socket.destroy(),
  }
}
