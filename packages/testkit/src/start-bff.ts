import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { parseConfig } from '@counterfoil/bff-app/config'
import { runBff, type AppOverrides } from '@counterfoil/bff-app/run'
import { PortTakenError } from '@counterfoil/service/http/listen-and-stop'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { freePort } from './free-port.ts'
import { emptyWebBuild } from './web-build.ts'

/** A BFF in this process, beside a provider and a Redis of the test's choice. */
export type TestBff = {
  readonly url: string
  /** The settings it was started with, to start another one beside it. */
  readonly env: Readonly<Record<string, string>>
  logs(): string
  advance(ms: number): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type BffOptions = {
  readonly redisUrl: string
  readonly provider: { readonly clientId: string; readonly clientSecret: string } & (
    | { readonly authUrl: string; readonly graphqlUrl: string }
    /** The file that `BFF_PROVIDER_PROFILE` names. */
    | { readonly profile: object }
  )
  /** Additional or overriding settings, by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly overrides?: AppOverrides
}

function providerEnv(provider: BffOptions['provider']): Record<string, string> {
  if ('profile' in provider) return { BFF_PROVIDER_PROFILE: 'profile.json' }
  return {
    BFF_PROVIDER_AUTH_URL: provider.authUrl,
    BFF_PROVIDER_GRAPHQL_URL: provider.graphqlUrl,
    BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: '1000000',
    BFF_PROVIDER_GRAPHQL_PER_MINUTE: '10000000',
  }
}

const profileOf = (provider: BffOptions['provider']): string | undefined =>
  'profile' in provider ? JSON.stringify(provider.profile) : undefined

/** Starts the BFF on a free port with a web build that shows the session as JSON. */
export async function startBff(options: BffOptions): Promise<TestBff> {
  try {
    return await startOnFreePort(options)
  } catch (error) {
    // A server of another test took it after it was found free.
    if (error instanceof PortTakenError && options.env?.['BFF_PORT'] === undefined) return startBff(options)
    throw error
  }
}

async function startOnFreePort(options: BffOptions): Promise<TestBff> {
  const port = await freePort()
  const env: Record<string, string> = {
    BFF_PORT: String(port),
    BFF_PUBLIC_URL: `http://localhost:${port}`,
    REDIS_URL: options.redisUrl,
    BFF_SESSION_SECRETS: randomBytes(32).toString('base64url'),
    BFF_TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...providerEnv(options.provider),
    BFF_PROVIDER_CLIENT_ID: options.provider.clientId,
    BFF_PROVIDER_CLIENT_SECRET: options.provider.clientSecret,
    BFF_CONNECT_STARTS_PER_TEN_MINUTES: '100000',
    BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
    BFF_LOG_LINES_PER_MINUTE: '1000000',
    BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '1000000',
    BFF_API_PER_MINUTE_PER_SESSION: '1000000',
    BFF_GRAPHQL_CONCURRENCY_PER_SESSION: '2000',
    // A busy test machine is not a store that is down.
    BFF_REDIS_COMMAND_TIMEOUT_MS: '10000',
    BFF_LOG_LEVEL: 'debug',
    ...options.env,
  }
  let log = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  let offsetMs = 0
  const clock = options.overrides?.clock ?? (() => Date.now() + offsetMs)
  const bff = await runBff(
    parseConfig(env, () => profileOf(options.provider)),
    {
      logger: createLogger({ name: 'bff', level: 'debug', destination }),
      clock,
      // Time moves for the store as well.
      storeAheadMs: () => clock() - Date.now(),
      web: emptyWebBuild(),
      revokeEveryMs: 50,
      ...options.overrides,
    },
  )
  return {
    url: env['BFF_PUBLIC_URL'] ?? bff.url,
    env,
    logs: () => log,
    advance(ms) {
      offsetMs += ms
    },
    close: bff.close,
    [Symbol.asyncDispose]: bff.close,
  }
}
