import { connect, type NetConnectOpts } from 'node:net'

/** Short time limits in milliseconds, with which a server cuts slow senders off quickly. */
export const QUICK_LIMITS = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }

/** Sends `beginning` and no more; returns the bytes received until the other side closed the connection. */
export async function sendSlowly(to: NetConnectOpts, beginning: string): Promise<string> {
  const socket = connect(to)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // The server cuts the connection while it sends.
  socket.on('error', () => socket.destroy())
  socket.write(beginning, 'latin1')
  await closed
  return received
}
