import {
  readSettings,
  type Environment,
  type Secrets,
  type SettingsReader,
} from '@counterfoil/service/settings/config-faults'
import {
  isLoopbackHost,
  readMetricsToken,
  readPublicOrigin,
  readTrustedProxies,
} from '@counterfoil/service/settings/public-settings'
import { readTelemetry, type TelemetryConfig } from '@counterfoil/service/telemetry/telemetry'
import { readGraphqlSettings, type GraphqlSettings } from './graphql/limits/graphql-settings.ts'
import { readMailSettings, type MailSettings } from './mail/mail-settings.ts'
import { LOG_LEVELS, type LogLevel } from '@counterfoil/service/telemetry/logger'

/** All settings of the provider, in machine units. */
export interface ProviderConfig {
  readonly host: string
  /** The port to listen on; 0 for any free one. */
  readonly port: number
  /** The time for which the process still serves after it was asked to stop and reports that it is not ready. */
  readonly drainMs: number
  /** The origin that people and applications use; undefined for the loopback address listened on. */
  readonly publicUrl: string | undefined
  /** Name of the provider on its pages. */
  readonly name: string
  readonly database:
    | { readonly kind: 'postgres'; readonly url: string; readonly maxConnections: number }
    | { readonly kind: 'embedded'; readonly dataDir: string }
    | { readonly kind: 'memory' }
  /** The folder of the embedded database, of the command line's socket, and of mails without another destination. */
  readonly dataDir: string
  /** Keys of everything the provider derives or signs: codes, rotated refresh tokens, CSRF tokens, kept pages, devices. */
  readonly secrets: Secrets
  /** The demonstration data: people and businesses with books (`demo`), without (`people`), or a thousand more businesses (`large`). */
  readonly seed: 'demo' | 'large' | 'people' | 'none'
  /** True if people may renew plans and create businesses on the page of plans, without payment. */
  readonly plansAreFree: boolean
  /** True to send `iss` on every authorization response (RFC 9207) and advertise it. */
  readonly sendsIssuer: boolean
  /** The lifetime of access tokens of new applications. */
  readonly accessTokenSeconds: number
  /** The time after which an unused refresh token expires; undefined for never. */
  readonly refreshIdleMs: number | undefined
  /** The maximum number of applications that one account may own. */
  readonly applicationsPerAccount: number
  /** The time for which the older of two secrets stays valid after a rotation. */
  readonly secretOverlapSeconds: number
  /** The reopening time while the provider is closed on purpose; undefined if it is open. */
  readonly closedUntilMs: number | undefined
  /** The number of days for which the developers' log is kept. */
  readonly logKeptDays: number
  /** The calls per minute that the developers' log lists of one address; five times as many of one application. */
  readonly loggedCallsPerMinute: number
  /** The log lines per minute about requests of one address. */
  readonly logLinesPerMinute: number
  /** The Unix socket of the command line; undefined for none. Unless it was named, a second provider uses one beside it. */
  readonly adminSocket: { readonly path: string; readonly isNamed: boolean } | undefined
  /** The requests per minute that one address may send to authorize, token and revoke. */
  readonly requestsPerMinute: number
  /** Limits of the GraphQL endpoint. */
  readonly graphql: GraphqlSettings
  readonly mail: MailSettings
  /** True to offer one-time codes beside the password. A person who has turned them on is always asked for one. */
  readonly offersSecondFactor: boolean
  /** The bearer token of `/metrics`; undefined if there is no such address. */
  readonly metricsToken: string | undefined
  /** Settings of the OpenTelemetry export; undefined switches it off. */
  readonly telemetry: TelemetryConfig | undefined
  /** The number of proxies in front that add to `X-Forwarded-For`. */
  readonly trustedProxies: number
  readonly sweepIntervalMs: number
  readonly booksCheckIntervalMs: number
  readonly logLevel: LogLevel
}

const DEFAULT_DATA_DIR = '.data/provider'
const DAY_MS = 86_400_000
const MIN_SECRET_CHARACTERS = 32

/** A path longer than this cannot be a unix socket's address (`sun_path`). */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * Reads the settings from `env`.
 * @throws ConfigError with every fault at once
 */
export function parseConfig(env: Environment): ProviderConfig {
  const settings = readSettings(env)
  const host = settings.text('PROVIDER_HOST', '127.0.0.1')
  const publicUrl = parsePublicUrl(settings, host)
  const dataDir = settings.text('PROVIDER_DATA_DIR', DEFAULT_DATA_DIR)
  const database = readDatabase(settings, dataDir)
  const config: ProviderConfig = {
    host,
    port: settings.integer('PROVIDER_PORT', { min: 0, max: 65_535, fallback: 4000 }),
    publicUrl,
    name: settings.text('PROVIDER_NAME', 'Harbour'),
    database,
    dataDir,
    secrets: settings.secrets('PROVIDER_SECRET', MIN_SECRET_CHARACTERS),
    ...readDemonstration(settings, {
      isPostgres: database.kind === 'postgres',
      isPublic: publicUrl?.startsWith('https:') === true,
    }),
    ...readTokenSettings(settings),
    ...readTimes(settings),
    ...readLimits(settings),
    adminSocket: readAdminSocket(settings, dataDir),
    graphql: readGraphqlSettings(settings),
    mail: readMailSettings(settings, dataDir),
    offersSecondFactor: settings.flag('PROVIDER_SECOND_FACTOR', false),
    trustedProxies: readTrustedProxies(settings, 'PROVIDER_TRUSTED_PROXIES', {
      setting: 'PROVIDER_PUBLIC_URL',
      value: publicUrl,
    }),
    telemetry: readTelemetry(settings),
    metricsToken: readMetricsToken(settings, 'PROVIDER_METRICS_TOKEN'),
    logLevel: settings.oneOf('PROVIDER_LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  settings.finish('PROVIDER_')
  return config
}

function readDatabase(
  settings: SettingsReader,
  dataDir: string,
): Exclude<ProviderConfig['database'], { kind: 'memory' }> {
  const url = settings.optionalText('DATABASE_URL')
  const maxConnections = settings.integer('PROVIDER_DATABASE_CONNECTIONS', { min: 5, max: 500, fallback: 10 })
  if (url === undefined) return { kind: 'embedded', dataDir }
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    settings.fault('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  }
  return { kind: 'postgres', url, maxConnections }
}

function readDemonstration(
  settings: SettingsReader,
  { isPostgres, isPublic }: { readonly isPostgres: boolean; readonly isPublic: boolean },
): Pick<ProviderConfig, 'seed' | 'plansAreFree'> {
  const seed = parseSeed(settings, isPostgres || isPublic)
  // Free plans are for the demonstration on this machine; elsewhere the operator sets plans.
  return { seed, plansAreFree: settings.flag('PROVIDER_FREE_PLANS', !isPostgres && seed !== 'none') }
}

function readTokenSettings(
  settings: SettingsReader,
): Pick<
  ProviderConfig,
  'sendsIssuer' | 'accessTokenSeconds' | 'refreshIdleMs' | 'applicationsPerAccount' | 'secretOverlapSeconds'
> {
  const refreshIdleDays = settings.optionalInteger('PROVIDER_REFRESH_IDLE_DAYS', { min: 1, max: 36_500 })
  return {
    sendsIssuer: settings.flag('PROVIDER_ISS', false),
    accessTokenSeconds: settings.integer('PROVIDER_ACCESS_TOKEN_SECONDS', {
      min: 1,
      max: 31_536_000,
      fallback: 7_200,
    }),
    refreshIdleMs: refreshIdleDays === undefined ? undefined : refreshIdleDays * DAY_MS,
    applicationsPerAccount: settings.integer('PROVIDER_APPLICATIONS_PER_ACCOUNT', {
      min: 1,
      max: 100_000,
      fallback: 25,
    }),
    secretOverlapSeconds: settings.integer('PROVIDER_SECRET_OVERLAP_SECONDS', {
      min: 0,
      max: 31_536_000,
      fallback: 604_800,
    }),
  }
}

function readTimes(
  settings: SettingsReader,
): Pick<
  ProviderConfig,
  'drainMs' | 'closedUntilMs' | 'logKeptDays' | 'sweepIntervalMs' | 'booksCheckIntervalMs'
> {
  const closedUntil = settings.optionalText('PROVIDER_CLOSED_UNTIL')
  const closedUntilMs = closedUntil === undefined ? undefined : Date.parse(closedUntil)
  if (Number.isNaN(closedUntilMs)) {
    settings.fault('PROVIDER_CLOSED_UNTIL', 'must be an instant such as 2026-11-22T06:00:00Z')
  }
  return {
    drainMs: settings.integer('PROVIDER_DRAIN_SECONDS', { min: 0, max: 600, fallback: 0 }) * 1_000,
    closedUntilMs,
    logKeptDays: settings.integer('PROVIDER_LOG_KEPT_DAYS', { min: 1, max: 3_650, fallback: 30 }),
    sweepIntervalMs:
      settings.integer('PROVIDER_SWEEP_SECONDS', { min: 1, max: 86_400, fallback: 300 }) * 1_000,
    booksCheckIntervalMs:
      settings.integer('PROVIDER_BOOKS_CHECK_SECONDS', { min: 1, max: 86_400, fallback: 3_600 }) * 1_000,
  }
}

function readLimits(
  settings: SettingsReader,
): Pick<ProviderConfig, 'loggedCallsPerMinute' | 'logLinesPerMinute' | 'requestsPerMinute'> {
  return {
    loggedCallsPerMinute: settings.integer('PROVIDER_LOGGED_CALLS_PER_MINUTE', {
      min: 1,
      max: 1_000_000,
      fallback: 60,
    }),
    logLinesPerMinute: settings.integer('PROVIDER_LOG_LINES_PER_MINUTE', {
      min: 1,
      max: 10_000_000,
      fallback: 300,
    }),
    requestsPerMinute: settings.integer('PROVIDER_REQUESTS_PER_MINUTE', {
      min: 1,
      max: 10_000_000,
      fallback: 600,
    }),
  }
}

function readAdminSocket(settings: SettingsReader, dataDir: string): ProviderConfig['adminSocket'] {
  const named = settings.optionalText('PROVIDER_ADMIN_SOCKET')
  if (named === 'none') return undefined
  const path = named ?? `${dataDir}/admin.sock`
  if (new TextEncoder().encode(path).length > MAX_SOCKET_PATH_BYTES) {
    settings.fault(
      'PROVIDER_ADMIN_SOCKET',
      `must be a path of at most ${MAX_SOCKET_PATH_BYTES} bytes, or "none"`,
    )
  }
  return { path, isNamed: named !== undefined }
}

/** Reads the public URL. Undefined if not set, which is allowed only if the provider listens on a loopback address. */
function parsePublicUrl(settings: SettingsReader, host: string): string | undefined {
  if (settings.optionalText('PROVIDER_PUBLIC_URL') !== undefined) {
    return readPublicOrigin(settings, 'PROVIDER_PUBLIC_URL')
  }
  if (!isLoopbackHost(host)) {
    settings.fault('PROVIDER_PUBLIC_URL', 'is required when PROVIDER_HOST is no loopback address')
  }
  return undefined
}

/** The password of the demo accounts is public: on a public address they are created only if a second setting confirms it. */
function parseSeed(settings: SettingsReader, isForOthers: boolean): ProviderConfig['seed'] {
  const seed = settings.oneOf('PROVIDER_SEED', ['none', 'demo', 'large', 'people'], 'none')
  const isMeant = settings.flag('PROVIDER_SEED_PUBLIC', false)
  if (seed !== 'none' && isForOthers && !isMeant) {
    settings.fault(
      'PROVIDER_SEED',
      `${seed} makes accounts whose password is public; on PostgreSQL and at an https address set PROVIDER_SEED_PUBLIC=true too, or none`,
    )
  }
  return seed
}

/** Returns the address at which people and applications reach the provider: as set, otherwise where it listens (unless port 0). */
export function publicUrlOf({
  publicUrl,
  host,
  port,
}: Pick<ProviderConfig, 'host' | 'port' | 'publicUrl'>): string {
  return publicUrl ?? `http://${host}:${port}`
}
