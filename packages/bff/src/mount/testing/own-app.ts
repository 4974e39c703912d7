import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { SessionView } from '@counterfoil/bff-api/session'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import { freePort } from '@counterfoil/testkit/free-port'
import { TEST_OPERATIONS } from '@counterfoil/testkit/test-operations'
import express, { type Express } from 'express'
import { counterfoil, harbour, type Counterfoil, type CounterfoilOptions } from '../../index.ts'

export const WHO_AM_I = 'query WhoAmI { user { id defaultEmail } }'
/** The same keys for all apps of a test, so that they can share the data in Redis. */
const KEYS = testSecret('keys of an app')

export interface OwnApp {
  readonly url: string
  readonly books: Counterfoil
  logs(): string
  close(): Promise<void>
}

export const harbourOf = ({ authUrl, graphqlUrl, clientId, clientSecret }: FakeProvider) =>
  harbour({
    ...{ url: authUrl, graphqlUrl, clientId, clientSecret },
    limits: { perMinutePerConnection: 1_000_000, perMinute: 1_000_000 },
  })

/** Starts an app of somebody else. @param mount By default what the document says: `app.use(books.routes)`. */
export async function startOwnApp(
  {
    redisUrl,
    provider,
    ...options
  }: Partial<CounterfoilOptions> & {
    readonly redisUrl: string
    readonly provider: CounterfoilOptions['provider']
  },
  mount: (app: Express, books: Counterfoil) => void = (app, books) => void app.use(books.routes),
): Promise<OwnApp> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  let log = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const books = await counterfoil({
    ...{ publicUrl: url, redis: redisUrl, keys: KEYS, provider, operations: TEST_OPERATIONS },
    logger: createLogger({ name: 'own-app', level: 'debug', destination }),
    ...options,
  })
  const app = express()
  try {
    mount(app, books)
  } catch (error) {
    await books.close()
    throw error
  }
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    books,
    logs: () => log,
    async close() {
      server.closeAllConnections()
      server.close()
      await books.close()
    },
  }
}

/** A browser in front of such an app. @param basePath Where the engine is. */
export function openOwnApp(url: string, basePath = '') {
  const agent = createBrowserAgent()
  const at = `${url}${basePath}`
  const session = async () =>
    (await agent.send('GET', `${at}/api/session`, { headers: SCRIPT_HEADERS })).json<SessionView>()
  const post = async (
    path: string,
    fields: Readonly<Record<string, string>> = {},
    options: { readonly stopAt?: string } = {},
  ) => {
    const csrf = fields['csrf'] ?? (await session()).csrfToken
    return agent.post(`${at}${path}`, { ...fields, csrf }, { from: `${url}/`, ...options })
  }
  return {
    agent,
    session,
    post,
    connect: (fields?: Readonly<Record<string, string>>) => post('/connect/start', fields),
    async disconnect() {
      const { connections } = await session()
      return post('/connect/disconnect', { connection_id: connections[0]?.id ?? '' })
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      agent.send('GET', `${url}${path}`, { headers }),
  }
}
