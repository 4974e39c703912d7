import { KNOWN_SCOPES, parseScope } from '@counterfoil/oauth/scope'
import { readSettings, type Environment, type SettingsReader } from '@counterfoil/service/config-faults'
import { LOG_LEVELS, type LogLevel } from '@counterfoil/service/logger'
import { parseRedisConfig, type RedisConfig } from '#redis/redis-config.ts'

/** One key that seals tokens at rest; `id` is written beside what it sealed. */
export interface TokenKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/** The provider this BFF talks to; nothing else in the code knows which one it is. */
export interface ProviderConfig {
  /** Shown to people. */
  readonly name: string
  readonly authUrl: string
  readonly graphqlUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Asked for when connecting. */
  readonly scopes: readonly string[]
  /** Asked for later, by "allow more". */
  readonly optionalScopes: readonly string[]
  /** `auto` asks the provider's metadata. */
  readonly pkce: 'auto' | 'on' | 'off'
  /** When set, every callback must carry it as `iss` (RFC 9207). */
  readonly issuer: string | undefined
  readonly plansUrl: string | undefined
  readonly connectedAppsUrl: string | undefined
}

export interface Config {
  readonly host: string
  readonly port: number
  /** Where browsers reach the app, for example `https://app.example`; an origin without a path. */
  readonly publicUrl: string
  readonly redis: RedisConfig
  /** The first signs, all are accepted. */
  readonly sessionSecrets: readonly string[]
  /** The first seals, all open. */
  readonly tokenKeys: readonly TokenKey[]
  readonly provider: ProviderConfig
  readonly sessionIdleMs: number
  readonly sessionAbsoluteMs: number
  /** How long the provider may take to answer one token or revoke call. */
  readonly tokenTimeoutMs: number
  /** How long the provider may take to begin its answer to a GraphQL call. */
  readonly upstreamTimeoutMs: number
  /** How often what no session can reach is looked for. */
  readonly sweepEveryMs: number
  /** The built web app. */
  readonly webDir: string
  /** May a page send its own GraphQL documents? Never in production. */
  readonly freeFormGraphql: boolean
  /** Number of proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number
  readonly limits: LimitsConfig
  /** Where `/metrics` is served; undefined switches it off. */
  readonly metricsToken: string | undefined
  /** Base address of an OpenTelemetry collector (OTLP/HTTP); undefined switches recording off. */
  readonly otlpUrl: string | undefined
  /** How many of the traces that begin here are recorded. */
  readonly tracePercent: number
  readonly logLevel: LogLevel
}

export interface LimitsConfig {
  /** Connect attempts of one browser or address in ten minutes. */
  readonly connectStartsPerTenMinutes: number
  readonly graphqlPerMinutePerSession: number
  readonly requestsPerMinutePerAddress: number
  readonly graphqlConcurrencyPerSession: number
  readonly maxBodyBytes: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const DEFAULT_SCOPES = 'user:read business:read account:read customer:read invoice:read product:read'
export const DEFAULT_OPTIONAL_SCOPES = 'estimate:read sales_tax:read vendor:read'

/**
 * Reads the configuration from environment variables.
 *
 * @param readFile Answers the text of a file, or undefined when it cannot be read (certificates for the store).
 * @throws ConfigError with every fault at once, named after the settings; never with a value.
 */
export function parseConfig(env: Environment, readFile: (path: string) => string | undefined): Config {
  const settings = readSettings(env)
  const config: Config = {
    host: settings.text('BFF_HOST', '127.0.0.1'),
    port: settings.integer('BFF_PORT', { min: 0, max: 65_535, fallback: 3000 }),
    publicUrl: parsePublicUrl(settings),
    redis: parseRedis(settings, readFile),
    sessionSecrets: parseSessionSecrets(settings),
    tokenKeys: parseTokenKeys(settings),
    provider: parseProvider(settings),
    sessionIdleMs:
      settings.integer('BFF_SESSION_IDLE_MINUTES', { min: 1, max: 43_200, fallback: 480 }) * MINUTE_MS,
    sessionAbsoluteMs:
      settings.integer('BFF_SESSION_ABSOLUTE_HOURS', { min: 1, max: 8760, fallback: 168 }) * HOUR_MS,
    tokenTimeoutMs: settings.integer('BFF_TOKEN_TIMEOUT_MS', { min: 100, max: 60_000, fallback: 10_000 }),
    upstreamTimeoutMs: settings.integer('BFF_UPSTREAM_TIMEOUT_MS', {
      min: 100,
      max: 120_000,
      fallback: 20_000,
    }),
    sweepEveryMs: settings.integer('BFF_SWEEP_SECONDS', { min: 1, max: 3600, fallback: 60 }) * 1000,
    webDir: settings.text(
      'BFF_WEB_DIR',
      decodeURIComponent(new URL('../../web/dist', import.meta.url).pathname),
    ),
    freeFormGraphql: settings.flag('BFF_FREE_FORM_GRAPHQL', false),
    trustedProxies: settings.integer('BFF_TRUSTED_PROXIES', { min: 0, max: 10, fallback: 0 }),
    limits: {
      connectStartsPerTenMinutes: settings.integer('BFF_CONNECT_STARTS_PER_TEN_MINUTES', {
        min: 1,
        max: 1_000_000,
        fallback: 30,
      }),
      graphqlPerMinutePerSession: settings.integer('BFF_GRAPHQL_PER_MINUTE_PER_SESSION', {
        min: 1,
        max: 10_000_000,
        fallback: 600,
      }),
      requestsPerMinutePerAddress: settings.integer('BFF_REQUESTS_PER_MINUTE_PER_ADDRESS', {
        min: 1,
        max: 10_000_000,
        fallback: 3000,
      }),
      graphqlConcurrencyPerSession: settings.integer('BFF_GRAPHQL_CONCURRENCY_PER_SESSION', {
        min: 1,
        max: 10_000,
        fallback: 12,
      }),
      maxBodyBytes: settings.integer('BFF_MAX_BODY_BYTES', { min: 1024, max: 16_777_216, fallback: 262_144 }),
    },
    metricsToken: settings.optionalText('BFF_METRICS_TOKEN'),
    otlpUrl: settings.optionalUrl('BFF_OTLP_URL'),
    tracePercent: settings.integer('BFF_TRACE_PERCENT', { min: 0, max: 100, fallback: 100 }),
    logLevel: settings.oneOf('BFF_LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  if (config.sessionIdleMs > config.sessionAbsoluteMs) {
    settings.fault('BFF_SESSION_IDLE_MINUTES', 'must not be longer than BFF_SESSION_ABSOLUTE_HOURS')
  }
  settings.finish()
  return config
}

function parsePublicUrl(settings: SettingsReader): string {
  const text = settings.url('BFF_PUBLIC_URL', 'http://localhost:3000')
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  if (url.origin !== text) settings.fault('BFF_PUBLIC_URL', 'must be an origin: no path, no query')
  // Cookies for people's data need `__Host-`, and that needs https; only loopback is excepted.
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLoopback) {
    settings.fault('BFF_PUBLIC_URL', 'must be https, except on localhost')
  }
  return url.origin
}

function parseSessionSecrets(settings: SettingsReader): readonly string[] {
  const secrets = settings
    .text('BFF_SESSION_SECRETS')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
  if (secrets.length === 0 || secrets.some((secret) => secret.length < 32)) {
    settings.fault('BFF_SESSION_SECRETS', 'each must have at least 32 characters')
  }
  return secrets
}

function parseTokenKeys(settings: SettingsReader): readonly TokenKey[] {
  const keys = settings
    .text('BFF_TOKEN_KEYS')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, id = '', text = ''] = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry) ?? []
      return { id, key: decodeBase64(text) }
    })
  if (keys.length === 0 || keys.some(({ id, key }) => id === '' || key.length !== 32)) {
    settings.fault('BFF_TOKEN_KEYS', 'each must be id:key with a key of 32 bytes in base64')
  }
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) {
    settings.fault('BFF_TOKEN_KEYS', 'names one id twice')
  }
  return keys
}

function decodeBase64(text: string): Uint8Array {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(plain, (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function parseProvider(settings: SettingsReader): ProviderConfig {
  return {
    name: settings.text('BFF_PROVIDER_NAME', 'Harbour'),
    authUrl: settings.url('BFF_PROVIDER_AUTH_URL', 'http://127.0.0.1:4000'),
    graphqlUrl: settings.url('BFF_PROVIDER_GRAPHQL_URL', 'http://127.0.0.1:4000/graphql/public'),
    clientId: settings.text('BFF_PROVIDER_CLIENT_ID'),
    clientSecret: settings.secret('BFF_PROVIDER_CLIENT_SECRET', 8),
    scopes: parseScopes(settings, 'BFF_PROVIDER_SCOPES', DEFAULT_SCOPES),
    optionalScopes: parseScopes(settings, 'BFF_PROVIDER_OPTIONAL_SCOPES', DEFAULT_OPTIONAL_SCOPES),
    pkce: settings.oneOf('BFF_PROVIDER_PKCE', ['auto', 'on', 'off'], 'auto'),
    issuer: settings.optionalUrl('BFF_PROVIDER_ISSUER'),
    plansUrl: settings.optionalUrl('BFF_PROVIDER_PLANS_URL'),
    connectedAppsUrl: settings.optionalUrl('BFF_PROVIDER_CONNECTED_APPS_URL'),
  }
}

function parseScopes(settings: SettingsReader, setting: string, fallback: string): readonly string[] {
  const text = settings.text(setting, fallback)
  const scopes = text === 'none' ? [] : parseScope(text.replaceAll(/[\s,]+/g, ' '))
  if (scopes.some((scope) => !KNOWN_SCOPES.has(scope))) {
    settings.fault(setting, 'names a permission that does not exist')
  }
  return scopes
}

function parseRedis(settings: SettingsReader, readFile: (path: string) => string | undefined): RedisConfig {
  const readPem = (setting: string) => {
    const path = settings.optionalText(setting)
    if (path === undefined) return undefined
    const text = readFile(path)
    if (text === undefined) settings.fault(setting, 'names a file that cannot be read')
    return text
  }
  const parsed = parseRedisConfig({
    url: settings.text('REDIS_URL', 'redis://127.0.0.1:6379'),
    mode: settings.optionalText('BFF_REDIS_MODE'),
    sentinelName: settings.optionalText('BFF_REDIS_SENTINEL_NAME'),
    sentinelUsername: settings.optionalText('BFF_REDIS_SENTINEL_USERNAME'),
    sentinelPassword: settings.optionalText('BFF_REDIS_SENTINEL_PASSWORD'),
    caPem: readPem('BFF_REDIS_CA_FILE'),
    certPem: readPem('BFF_REDIS_CERT_FILE'),
    keyPem: readPem('BFF_REDIS_KEY_FILE'),
    tlsServerName: settings.optionalText('BFF_REDIS_TLS_SERVER_NAME'),
    commandTimeoutMs: settings.optionalInteger('BFF_REDIS_COMMAND_TIMEOUT_MS', { min: 50, max: 10_000 }),
  })
  if (parsed.kind === 'config') return parsed.config
  for (const fault of parsed.faults) settings.fault(fault.setting, fault.message)
  return NO_REDIS
}

/** Stands in until `finish` throws. */
const NO_REDIS: RedisConfig = {
  mode: 'single',
  nodes: [],
  sentinelName: undefined,
  username: undefined,
  password: undefined,
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  database: 0,
  tls: undefined,
  commandTimeoutMs: 0,
}
