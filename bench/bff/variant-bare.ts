// (a) The smallest possible BFF: one read of the store, then a request to the provider. Nothing is checked.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { Pool } from 'undici'

const redis = new Redis(process.env['REDIS_URL'] ?? '')
const target = new URL(process.env['PROVIDER_URL'] ?? '')
const pool = new Pool(target.origin, { connections: 128 })

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', async () => {
    const sessionId = /s%3A([\w-]+)\./.exec(req.headers.cookie ?? '')?.[1] ?? ''
    const session = JSON.parse((await redis.get(`usual:${sessionId}`)) ?? '{}') as { accessToken?: string }
    // Rejects if the browser has disconnected; no answer can be sent.
    await pool
      .stream(
        {
          path: target.pathname,
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${session.accessToken}` },
          body: Buffer.concat(chunks),
        },
        ({ statusCode, headers }) => {
          res.writeHead(statusCode, {
            'content-type': String(headers['content-type']),
            'content-length': String(headers['content-length']),
          })
          return res
        },
      )
      .catch(() => res.destroy())
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`))
