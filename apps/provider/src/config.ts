import {
  readSettings,
  type Environment,
  type SettingsReader,
} from '@counterfoil/service/settings/config-faults'
import {
  isLoopbackHost,
  readMetricsToken,
  readPublicOrigin,
  readTrustedProxies,
} from '@counterfoil/service/settings/public-settings'
import { readTelemetry } from '@counterfoil/service/telemetry/telemetry'
import { readGraphqlSettings } from './graphql/limits/graphql-settings.ts'
import { readMailSettings } from './mail/mail-settings.ts'
import { LOG_LEVELS } from '@counterfoil/service/telemetry/logger'

/** All settings of the provider, in machine units. Tests use a database in memory as well. */
export type ProviderConfig = Omit<ReturnType<typeof parseConfig>, 'database'> & {
  readonly database: ReturnType<typeof readDatabase> | { readonly kind: 'memory' }
}

const DAY_MS = 86_400_000
const YEAR_SECONDS = 31_536_000
const MIN_SECRET_CHARACTERS = 32

/** A path longer than this cannot be a unix socket's address (`sun_path`). */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * Reads the settings from `env`.
 * @throws ConfigError with every fault at once
 */
export function parseConfig(env: Environment) {
  const settings = readSettings(env)
  const count = (name: Uppercase<string>, fallback: number, [min, max]: readonly [number, number]) =>
    settings.integer(name, { min, max, fallback })
  const host = settings.text('PROVIDER_HOST', '127.0.0.1')
  const publicUrl = readPublicUrl(settings, host)
  const dataDir = settings.text('PROVIDER_DATA_DIR', '.data/provider')
  const database = readDatabase(settings, dataDir)
  const isPostgres = database.kind === 'postgres'
  const seed = readSeed(settings, { isForOthers: isPostgres || publicUrl?.startsWith('https:') === true })
  const refreshIdleDays = settings.optionalInteger('PROVIDER_REFRESH_IDLE_DAYS', { min: 1, max: 36_500 })
  const config = {
    host,
    /** The port to listen on; 0 for any free one. */
    port: count('PROVIDER_PORT', 4_000, [0, 65_535]),
    /** The time for which the process still serves after it was asked to stop and reports that it is not ready. */
    drainMs: count('PROVIDER_DRAIN_SECONDS', 0, [0, 600]) * 1_000,
    /** The origin that people and applications use; undefined for the loopback address listened on. */
    publicUrl,
    /** Name of the provider on its pages. */
    name: settings.text('PROVIDER_NAME', 'Harbour'),
    database,
    /** The folder of the embedded database, of the command line's socket, and of mails without another destination. */
    dataDir,
    /** Keys of everything the provider derives or signs: codes, rotated refresh tokens, CSRF tokens, kept pages, devices. */
    secrets: settings.secrets('PROVIDER_SECRET', MIN_SECRET_CHARACTERS),
    /** The demonstration data: people and businesses with books (`demo`), without (`people`), or a thousand more businesses (`large`). */
    seed,
    /**
     * True if people may renew plans and create businesses on the page of plans, without payment: for the demonstration on this
     * machine; elsewhere the operator sets plans.
     */
    plansAreFree: settings.flag('PROVIDER_FREE_PLANS', !isPostgres && seed !== 'none'),
    /** True to send `iss` on every authorization response (RFC 9207) and advertise it. */
    sendsIssuer: settings.flag('PROVIDER_ISS', false),
    /** The lifetime of access tokens of new applications. */
    accessTokenSeconds: count('PROVIDER_ACCESS_TOKEN_SECONDS', 7_200, [1, YEAR_SECONDS]),
    /** The time after which an unused refresh token expires; undefined for never. */
    refreshIdleMs: refreshIdleDays === undefined ? undefined : refreshIdleDays * DAY_MS,
    /** The maximum number of applications that one account may own. */
    applicationsPerAccount: count('PROVIDER_APPLICATIONS_PER_ACCOUNT', 25, [1, 100_000]),
    /** The time for which the older of two secrets stays valid after a rotation. */
    secretOverlapSeconds: count('PROVIDER_SECRET_OVERLAP_SECONDS', 604_800, [0, YEAR_SECONDS]),
    /** The reopening time while the provider is closed on purpose; undefined if it is open. */
    closedUntilMs: readClosedUntil(settings),
    /** The number of days for which the developers' log is kept. */
    logKeptDays: count('PROVIDER_LOG_KEPT_DAYS', 30, [1, 3_650]),
    /** The calls per minute that the developers' log lists of one address; five times as many of one application. */
    loggedCallsPerMinute: count('PROVIDER_LOGGED_CALLS_PER_MINUTE', 60, [1, 1_000_000]),
    /** The log lines per minute about requests of one address. */
    logLinesPerMinute: count('PROVIDER_LOG_LINES_PER_MINUTE', 300, [1, 10_000_000]),
    /** The requests per minute that one address may send to authorize, token and revoke. */
    requestsPerMinute: count('PROVIDER_REQUESTS_PER_MINUTE', 600, [1, 10_000_000]),
    sweepIntervalMs: count('PROVIDER_SWEEP_SECONDS', 300, [1, 86_400]) * 1_000,
    booksCheckIntervalMs: count('PROVIDER_BOOKS_CHECK_SECONDS', 3_600, [1, 86_400]) * 1_000,
    adminSocket: readAdminSocket(settings, dataDir),
    /** Limits of the GraphQL endpoint. */
    graphql: readGraphqlSettings(settings),
    mail: readMailSettings(settings, dataDir),
    /** True to offer one-time codes beside the password. A person who has turned them on is always asked for one. */
    offersSecondFactor: settings.flag('PROVIDER_SECOND_FACTOR', false),
    /** The bearer token of `/metrics`; undefined if there is no such address. */
    metricsToken: readMetricsToken(settings, 'PROVIDER_METRICS_TOKEN'),
    /** Settings of the OpenTelemetry export; undefined switches it off. */
    telemetry: readTelemetry(settings),
    /** The number of proxies in front that add to `X-Forwarded-For`. */
    trustedProxies: readTrustedProxies(settings, 'PROVIDER_TRUSTED_PROXIES', {
      setting: 'PROVIDER_PUBLIC_URL',
      value: publicUrl,
    }),
    logLevel: settings.oneOf('PROVIDER_LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  settings.finish('PROVIDER_')
  return config
}

function readDatabase(settings: SettingsReader, dataDir: string) {
  const url = settings.optionalText('DATABASE_URL')
  const maxConnections = settings.integer('PROVIDER_DATABASE_CONNECTIONS', { min: 5, max: 500, fallback: 10 })
  if (url === undefined) return { kind: 'embedded', dataDir } as const
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    settings.fault('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  }
  return { kind: 'postgres', url, maxConnections } as const
}

function readClosedUntil(settings: SettingsReader): number | undefined {
  const closedUntil = settings.optionalText('PROVIDER_CLOSED_UNTIL')
  const closedUntilMs = closedUntil === undefined ? undefined : Date.parse(closedUntil)
  if (Number.isNaN(closedUntilMs)) {
    settings.fault('PROVIDER_CLOSED_UNTIL', 'must be an instant such as 2026-11-22T06:00:00Z')
  }
  return closedUntilMs
}

/** Reads the Unix socket of the command line; undefined for none. Unless it was named, a second provider uses one beside it. */
function readAdminSocket(settings: SettingsReader, dataDir: string) {
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
function readPublicUrl(settings: SettingsReader, host: string): string | undefined {
  if (settings.optionalText('PROVIDER_PUBLIC_URL') !== undefined) {
    return readPublicOrigin(settings, 'PROVIDER_PUBLIC_URL')
  }
  if (!isLoopbackHost(host)) {
    settings.fault('PROVIDER_PUBLIC_URL', 'is required when PROVIDER_HOST is no loopback address')
  }
  return undefined
}

/** The password of the demo accounts is public: on a public address they are created only if a second setting confirms it. */
function readSeed(settings: SettingsReader, { isForOthers }: { readonly isForOthers: boolean }) {
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
