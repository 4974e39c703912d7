import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startBffProcess } from './bff-process.ts'
import { startFakeProvider, type FakeProvider } from './fake-provider.ts'
import { freePort } from './free-port.ts'
import { startRedis } from './redis.ts'

/** The product beside a provider that a test scripts: the real BFF with the built pages, and a real Redis. */
export type ScriptedStack = {
  readonly appUrl: string
  readonly provider: FakeProvider
  logs(): string
  close(): Promise<void>
}

const WEB_DIR = join(import.meta.dirname, '../../../apps/web/dist')

/**
 * Starts it on free ports.
 * @param env More settings of the BFF, by their names in the environment.
 */
export async function startScriptedStack(env: Readonly<Record<string, string>> = {}): Promise<ScriptedStack> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const provider = await startFakeProvider()
    closers.push(() => provider.close())
    const redis = await startRedis()
    closers.push(() => redis.close())
    const port = await freePort()
    const appUrl = `http://localhost:${port}`
    const bff = await startBffProcess(
      {
        BFF_PUBLIC_URL: appUrl,
        REDIS_URL: redis.url,
        BFF_SESSION_SECRETS: randomBytes(32).toString('base64url'),
        BFF_TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        BFF_PROVIDER_AUTH_URL: provider.authUrl,
        BFF_PROVIDER_GRAPHQL_URL: provider.graphqlUrl,
        BFF_PROVIDER_CLIENT_ID: provider.clientId,
        BFF_PROVIDER_CLIENT_SECRET: provider.clientSecret,
        BFF_CONNECT_STARTS_PER_TEN_MINUTES: '100000',
        BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
        BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '1000000',
        BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: '1000000',
        BFF_PROVIDER_GRAPHQL_PER_MINUTE: '10000000',
        BFF_API_PER_MINUTE_PER_SESSION: '1000000',
        BFF_REDIS_COMMAND_TIMEOUT_MS: '10000',
        BFF_WEB_DIR: WEB_DIR,
        BFF_LOG_LEVEL: 'debug',
        ...env,
      },
      { port, pages: 'built' },
    )
    closers.push(() => bff.stop())
    return { appUrl, provider, logs: bff.logs, close }
  } catch (error) {
    await close()
    throw error
  }
}
