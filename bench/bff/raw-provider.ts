import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

const ANSWER = JSON.stringify({
  data: {
    user: { id: 'VXNlcjox', defaultEmail: 'person@harbour.example' },
    business: {
      id: 'QnVzaW5lc3M6MQ==',
      name: 'Harbour & Sons',
      currency: { code: 'CAD' },
      customers: {
        edges: Array.from({ length: 24 }, (_, index) => ({
          node: { id: `QnVzaW5lc3M6MTtDdXN0b21lcjo${index}`, name: `Customer number ${index}` },
        })),
      },
    },
  },
})

/**
 * Fake provider: reads a request by its Content-Length and answers with fixed bytes. It is written on bare sockets so that it
 * never limits a measurement.
 */
export async function startRawProvider(): Promise<{ url: string; close(): void }> {
  const answer = Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(ANSWER)}\r\n\r\n${ANSWER}`,
  )
  const sockets = new Set<Socket>()
  const server: Server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    let waiting: Buffer = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      for (;;) {
        const headEnd = waiting.indexOf(HEAD_END)
        if (headEnd < 0) return
        const head = waiting.toString('latin1', 0, headEnd)
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
        const total = headEnd + 4 + length
        if (waiting.length < total) return
        waiting = waiting.subarray(total)
        if (/^connection: *close/im.test(head)) socket.end(answer)
        else socket.write(answer)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql/public`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
