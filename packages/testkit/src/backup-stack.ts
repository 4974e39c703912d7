import { loadWebBuild } from '@counterfoil/bff-app/pages/web-build-files'
import { parseConfig } from '@counterfoil/provider/config'
import { runProvider, type RunningProvider } from '@counterfoil/provider/run'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { counterfoilApplication } from '@counterfoil/tools/start/counterfoil-application'
import { join } from 'node:path'
import { createBrowserAgent, formTo, type BrowserAgent } from './browser-agent.ts'
import { freePort } from './free-port.ts'
import { startBff, type TestBff } from './start-bff.ts'
import { operationBody, TEST_OPERATIONS } from './test-operations.ts'

const WEB_DIR = join(import.meta.dirname, '../../../apps/web/dist')

/** A person with a browser that uses the app. */
export type Visitor = {
  readonly agent: BrowserAgent
  /** Connects the only business, or Northwind Trading if there are several. */
  connect(): Promise<void>
  connections(): Promise<readonly { readonly id: string; readonly state: string }[]>
  /** Queries with this connection; returns the status, or the code of a problem. */
  query(id: string): Promise<string>
  disconnect(id: string): Promise<number>
}

/** Both services at fixed addresses, with databases that the test replaces. */
export type BackupStack = {
  /** @param database settings with its address */
  startProvider(database: Readonly<Record<string, string>>): Promise<RunningProvider>
  /** Registers the app, whose secrets then stay the same. */
  register(provider: RunningProvider, more?: readonly string[]): Promise<void>
  startApp(redisUrl: string): Promise<TestBff>
  visitor(email: string): Visitor
}

/** @param keep Receives everything that has to be closed. */
export async function createBackupStack(
  keep: <Closable extends { close(): Promise<unknown> }>(opened: Closable) => Closable,
): Promise<BackupStack> {
  const [providerPort, appPort] = [await freePort(), await freePort()]
  const [providerUrl, appUrl] = [`http://127.0.0.1:${providerPort}`, `http://localhost:${appPort}`]
  const web = await loadWebBuild(WEB_DIR)
  let application = { clientId: '', clientSecret: '' }
  let secrets: Readonly<Record<string, string>> = {}
  return {
    startProvider: async (database) =>
      keep(
        await runProvider(
          parseConfig({
            PROVIDER_PORT: String(providerPort),
            PROVIDER_PUBLIC_URL: providerUrl,
            PROVIDER_SECRET: 'one-secret-that-stays-the-same-all-along',
            PROVIDER_SEED: 'people',
            PROVIDER_SEED_PUBLIC: 'true',
            PROVIDER_ADMIN_SOCKET: 'none',
            ...database,
          }),
          { logger: createLogger({ name: 'provider', level: 'silent' }) },
        ),
      ),
    async register(provider, more = []) {
      application = (await provider.admin([...counterfoilApplication(appUrl), ...more])) as typeof application
    },
    async startApp(redisUrl) {
      const app = keep(
        await startBff({
          redisUrl,
          provider: { authUrl: providerUrl, graphqlUrl: `${providerUrl}/graphql/public`, ...application },
          env: { BFF_PORT: String(appPort), BFF_PUBLIC_URL: appUrl, ...secrets, REDIS_URL: redisUrl },
          overrides: { web: { ...web, operations: { ...web.operations, ...TEST_OPERATIONS } } },
        }),
      )
      secrets = { ...app.env }
      return app
    },
    visitor: (email) => createVisitor(appUrl, email),
  }
}

/** Creates a browser at `appUrl` that signs in at Harbour as one of the demo people. */
export function createVisitor(appUrl: string, email: string): Visitor {
  const agent = createBrowserAgent()
  const headers = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', origin: appUrl }
  return {
    agent,
    async connect() {
      let page = await agent.visit(`${appUrl}/`)
      page = await agent.submit(page, formTo(page, '/connect/start'))
      if (page.body.includes('name="password"'))
        page = await agent.submit(page, formTo(page, '/sign-in'), { email, password: 'harbour-demo' })
      if (!page.body.includes('/answer')) return
      const label = /value="([^"]+)"[^>]*>(?:(?!<label)[\s\S])*?<b>Northwind Trading/.exec(page.body)
      const business = label === null ? {} : { business: label[1] ?? '' }
      await agent.submit(page, formTo(page, '/answer'), { ...business, answer: 'allow' })
    },
    connections: async () =>
      (await agent.send('GET', `${appUrl}/api/session`, { headers })).json<{
        connections: { id: string; state: string }[]
      }>().connections,
    async query(id) {
      const answer = await agent.send('POST', `${appUrl}/graphql`, {
        headers: { ...headers, 'content-type': 'application/json', 'x-counterfoil-connection': id },
        body: JSON.stringify(operationBody()),
      })
      return answer.status === 200 ? '200' : answer.json<{ code: string }>().code
    },
    disconnect: async (id) =>
      (await agent.send('POST', `${appUrl}/api/connections/${id}/disconnect`, { headers })).status,
  }
}
