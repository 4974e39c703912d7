import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { parseConfig as parseBffConfig } from '@counterfoil/bff-app/config'
import { loadWebBuild } from '@counterfoil/bff-app/pages/web-build-files'
import { runBff } from '@counterfoil/bff-app/run'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { runProvider } from '@counterfoil/provider/run'
import { counterfoilApplication } from '@counterfoil/tools/start/counterfoil-application'
import { freePort } from './free-port.ts'
import { startRedis } from './redis.ts'
import { splitInput } from './admin-input.ts'
import { createSocketGate } from './socket-gate.ts'
import { TEST_OPERATIONS } from './test-operations.ts'

export type StackOptions = {
  readonly restriction?: 'single_business' | 'all_businesses'
  /** Lifetime of access tokens; 7200 by default. */
  readonly accessTokenSeconds?: number
  /** Additional settings of the two services, by their names in the environment. */
  readonly bff?: Readonly<Record<string, string>>
  readonly provider?: Readonly<Record<string, string>>
  /** A PostgreSQL database for the provider instead of one in memory. */
  readonly databaseUrl?: string
  /** The port of the app; a free one by default. */
  readonly appPort?: number
  /** The built web app; `apps/web/dist` by default. */
  readonly webDir?: string
}

export type StackAddresses = {
  readonly appUrl: string
  readonly providerUrl: string
  readonly graphqlUrl: string
  readonly redisUrl: string
  readonly clientId: string
}

type RedisMode = 'open' | 'paused' | 'stopped' | 'read-only'

/** The whole product on free ports. Every function answers plain data, so that a stack may live in another process. */
export type Stack = StackAddresses & {
  /** Runs a command of the provider's command line and answers its JSON. */
  harbour(...args: readonly string[]): Promise<unknown>
  advance(ms: number): Promise<void>
  /** Time of both services' clocks, in milliseconds: tests that share a stack may have moved them. */
  now(): Promise<number>
  /** Stops, freezes or restarts the provider; its data stay. */
  setProvider(mode: 'open' | 'shut' | 'silent'): Promise<void>
  /** Freezes, stops or restarts Redis, or makes it refuse writes. */
  setRedis(mode: RedisMode): Promise<void>
  logs(): Promise<string>
  /** Every key and value in Redis, as text. */
  redisDump(): Promise<string>
  /** The configured secrets of this stack, which must not be visible anywhere. */
  configuredSecrets(): Promise<readonly string[]>
  close(): Promise<void>
}

const WEB_DIR = join(import.meta.dirname, '../../../apps/web/dist')

/** High rate limits for many people on one address on a busy machine. The limits have their own tests. */
const GENEROUS_BFF = {
  BFF_REDIS_COMMAND_TIMEOUT_MS: '10000',
  BFF_CONNECT_STARTS_PER_TEN_MINUTES: '100000',
  BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
  BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '1000000',
  BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: '1000000',
  BFF_PROVIDER_GRAPHQL_PER_MINUTE: '10000000',
  BFF_API_PER_MINUTE_PER_SESSION: '1000000',
  BFF_LOG_LINES_PER_MINUTE: '1000000',
  // Tests move the clock by days.
  BFF_SESSION_IDLE_MINUTES: '43200',
  BFF_SESSION_ABSOLUTE_HOURS: '8760',
}
const GENEROUS_PROVIDER = {
  PROVIDER_SECOND_FACTOR: 'true',
  PROVIDER_REQUESTS_PER_MINUTE: '1000000',
  PROVIDER_LOGGED_CALLS_PER_MINUTE: '1000000',
  PROVIDER_LOG_LINES_PER_MINUTE: '1000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '1000000',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: '1000000',
}

function collector(): { readonly stream: Writable; text(): string } {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { stream, text: () => lines.join('') }
}

/** Starts Redis, the provider with its demo accounts, a registered application, and the BFF with the built web app. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  let offsetMs = 0
  const clock = (): number => Date.now() + offsetMs
  const log = collector()
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const redis = await startRedis({ persistence: true })
    closers.push(() => redis.close())
    const gate = await createSocketGate()
    closers.push(() => gate.close())
    const providerUrl = `http://127.0.0.1:${gate.port}`
    const providerSecret = randomBytes(32).toString('base64url')
    const parsed = parseProviderConfig({
      PROVIDER_PORT: '0',
      PROVIDER_PUBLIC_URL: providerUrl,
      PROVIDER_SECRET: providerSecret,
      // No test here reads the books of the demonstration, and every worker would write them.
      PROVIDER_SEED: 'people',
      PROVIDER_SEED_PUBLIC: 'true',
      PROVIDER_FREE_PLANS: 'true',
      PROVIDER_LOG_LEVEL: 'debug',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_ACCESS_TOKEN_SECONDS: String(options.accessTokenSeconds ?? 7200),
      ...GENEROUS_PROVIDER,
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...options.provider,
    })
    const providerConfig =
      options.databaseUrl === undefined ? { ...parsed, database: { kind: 'memory' as const } } : parsed
    const providerLogger = createLogger({ name: 'provider', level: 'debug', destination: log.stream })
    const provider = await runProvider(providerConfig, { logger: providerLogger, clock })
    closers.push(() => provider.close())
    gate.leadTo(provider.port)

    const appPort = options.appPort ?? (await freePort())
    const appUrl = `http://localhost:${appPort}`
    const application = (await provider.admin([
      ...counterfoilApplication(appUrl, options.restriction),
      ...['--access-token-seconds', String(options.accessTokenSeconds ?? 7200)],
    ])) as { clientId: string; clientSecret: string }
    const sessionSecret = randomBytes(32).toString('base64url')
    const tokenKey = randomBytes(32).toString('base64')
    const bffConfig = parseBffConfig(
      {
        BFF_PORT: String(appPort),
        BFF_PUBLIC_URL: appUrl,
        REDIS_URL: redis.url,
        BFF_SESSION_SECRETS: sessionSecret,
        BFF_TOKEN_KEYS: `k1:${tokenKey}`,
        BFF_PROVIDER_AUTH_URL: providerUrl,
        BFF_PROVIDER_ISSUER: providerUrl,
        BFF_PROVIDER_GRAPHQL_URL: `${providerUrl}/graphql/public`,
        BFF_PROVIDER_CLIENT_ID: application.clientId,
        BFF_PROVIDER_CLIENT_SECRET: application.clientSecret,
        BFF_PROVIDER_CONNECTED_APPS_URL: `${providerUrl}/connected-apps`,
        BFF_PROVIDER_PLANS_URL: `${providerUrl}/plans`,
        BFF_WEB_DIR: options.webDir ?? WEB_DIR,
        BFF_LOG_LEVEL: 'debug',
        ...GENEROUS_BFF,
        ...options.bff,
      },
      () => undefined,
    )
    const bffLogger = createLogger({ name: 'bff', level: 'debug', destination: log.stream })
    const built = await loadWebBuild(bffConfig.webDir)
    const web = { ...built, operations: { ...built.operations, ...TEST_OPERATIONS } }
    // Time moves for the store as well.
    const storeAheadMs = () => clock() - Date.now()
    const bff = await runBff(bffConfig, { logger: bffLogger, clock, storeAheadMs, web })
    closers.push(() => bff.close())

    let redisMode: RedisMode = 'open'
    return {
      ...{ appUrl, providerUrl, graphqlUrl: `${providerUrl}/graphql/public`, redisUrl: redis.url },
      clientId: application.clientId,
      harbour: (...args) => {
        const { argv, input } = splitInput(args)
        return provider.admin(argv, input)
      },
      async advance(ms) {
        offsetMs += ms
      },
      now: async () => clock(),
      async setProvider(mode) {
        if (mode === 'open') gate.open()
        else if (mode === 'shut') await gate.shut()
        else gate.silence()
      },
      async setRedis(mode) {
        if (redisMode === 'stopped' && mode !== 'stopped') await redis.start()
        if (redisMode === 'paused' && mode !== 'paused') redis.resume()
        if (mode === 'paused') redis.pause()
        if (mode === 'stopped' && redisMode !== 'stopped') await redis.stop()
        if (mode === 'read-only' || redisMode === 'read-only') await redis.takeWrites(mode !== 'read-only')
        redisMode = mode
      },
      logs: async () => log.text(),
      redisDump: () => redis.dump(),
      configuredSecrets: async () => [providerSecret, sessionSecret, tokenKey, application.clientSecret],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
