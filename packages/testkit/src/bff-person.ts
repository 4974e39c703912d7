import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { createBrowserAgent, type AgentAnswer, type BrowserAgent } from './browser-agent.ts'
import { operationBody, type TestOperation } from './test-operations.ts'

/** A person with a browser that uses the BFF, for tests with a web build of `emptyWebBuild`. */
export type BffPerson = {
  readonly agent: BrowserAgent
  /** Loads a page and returns its boot data. */
  visit(path?: string): Promise<Boot>
  /** Posts the connect form of a page that was just loaded; follows redirects up to `stopAt`. */
  start(fields?: Readonly<Record<string, string>>, options?: { stopAt?: string }): Promise<AgentAnswer>
  /** Calls {@link BffPerson.start}, and returns the boot data of the last page. */
  connect(fields?: Readonly<Record<string, string>>): Promise<Boot>
  session(): Promise<SessionView>
  /** The first connection of the session. */
  connection(): Promise<ConnectionView>
  connectResult(id: string): Promise<ConnectResult>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<AgentAnswer>
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<AgentAnswer>
  /** A GraphQL query of the app. */
  query(connectionId: string, name?: TestOperation): Promise<AgentAnswer>
}

/** Headers that a script of our own page sends. */
export const SCRIPT_HEADERS = {
  'x-counterfoil-request': '1',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
} as const

/** The boot data in a page of `emptyWebBuild`. */
export function bootOf(page: AgentAnswer): Boot {
  const text = /id="boot"[^>]*>(.*?)<\/script>/s.exec(page.body)?.[1]
  if (text === undefined)
    throw new Error(`No boot data at ${page.url}, status ${page.status}: ${page.body.slice(0, 500)}`)
  return JSON.parse(text) as Boot
}

/** A new person with a new browser. @param headers Sent with every request, for example a User-Agent. */
export function createBffPerson(appUrl: string, headers: Record<string, string> = {}): BffPerson {
  const agent = createBrowserAgent(headers)
  const get: BffPerson['get'] = (path, more = {}) =>
    agent.send('GET', `${appUrl}${path}`, { headers: { ...SCRIPT_HEADERS, ...more } })
  const post: BffPerson['post'] = (path, body, more = {}) =>
    agent.send('POST', `${appUrl}${path}`, {
      headers: {
        ...SCRIPT_HEADERS,
        origin: appUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const visit: BffPerson['visit'] = async (path = '/') => bootOf(await agent.visit(`${appUrl}${path}`))
  const start: BffPerson['start'] = async (fields = {}, options = {}) => {
    const { csrfToken } = (await visit()).session
    return agent.post(
      `${appUrl}/connect/start`,
      { csrf: csrfToken, ...fields },
      { from: `${appUrl}/`, ...options },
    )
  }
  const session = async (): Promise<SessionView> => (await get('/api/session')).json<SessionView>()
  return {
    agent,
    visit,
    start,
    connect: async (fields) => bootOf(await start(fields)),
    session,
    async connection() {
      const [connection] = (await session()).connections
      if (connection === undefined) throw new Error('There is no connection.')
      return connection
    },
    connectResult: async (id) => (await get(`/api/connect-results/${id}`)).json<ConnectResult>(),
    get,
    post,
    query: (connectionId, name) =>
      post('/graphql', operationBody(name), { 'x-counterfoil-connection': connectionId }),
  }
}
