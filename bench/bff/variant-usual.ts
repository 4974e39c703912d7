// (b) and (c) The usual BFF: express, express-session in Redis with the tokens in the session, and a proxy.
import { RedisStore } from 'connect-redis'
import express from 'express'
import session from 'express-session'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { Redis } from 'ioredis'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { SECRET } from './sessions.ts'

declare module 'express-session' {
  interface SessionData {
    accessToken: string
  }
}

/** Adapts another Redis library to the commands that connect-redis calls. */
const clientOf = (client: Redis) => ({
  get: (key: string) => client.get(key),
  set: (key: string, value: string, { expiration }: { readonly expiration: { readonly value: number } }) =>
    client.set(key, value, 'EX', expiration.value),
  expire: (key: string, seconds: number) => client.expire(key, seconds),
  del: (keys: readonly string[]) => client.del(...keys),
})

const redis = new Redis(process.env['REDIS_URL'] ?? '')
const target = new URL(process.env['PROVIDER_URL'] ?? '')
const app = express()
app.use(
  session({
    name: 'usual',
    secret: SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax' },
    store: new RedisStore({
      client: clientOf(redis),
      prefix: 'usual:',
    }),
  }),
)
app.use('/graphql', (req, res, next) => {
  if (req.session.accessToken === undefined) res.status(401).json({ error: 'not connected' })
  else next()
})

if (process.env['WITH'] === 'undici') {
  const pool = new Pool(target.origin, { connections: 128 })
  app.post('/graphql', express.json(), async (req, res) => {
    const answer = await pool.request({
      path: target.pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${req.session.accessToken}` },
      body: JSON.stringify(req.body),
    })
    res.status(answer.statusCode)
    res.setHeader('content-type', answer.headers['content-type'] ?? 'application/json')
    res.setHeader('content-length', answer.headers['content-length'] ?? '')
    answer.body.on('error', () => res.destroy()).pipe(res)
    res.once('close', () => answer.body.destroy())
  })
} else {
  app.use(
    '/graphql',
    createProxyMiddleware<express.Request>({
      target: target.origin,
      changeOrigin: true,
      pathRewrite: () => target.pathname,
      on: {
        proxyReq: (proxyReq, req) => {
          proxyReq.setHeader('authorization', `Bearer ${req.session.accessToken}`)
          proxyReq.removeHeader('cookie')
        },
      },
    }),
  )
}
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
