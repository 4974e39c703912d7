import {
  readSettings,
  type Environment,
  type SettingsReader,
} from '@counterfoil/service/settings/config-faults'
import { readSmtp } from '@counterfoil/service/mail/smtp'
import { LOG_LEVELS } from '@counterfoil/service/telemetry/logger'
import {
  readMetricsToken,
  readPublicOrigin,
  readTrustedProxies,
} from '@counterfoil/service/settings/public-settings'
import { readTelemetry } from '@counterfoil/service/telemetry/telemetry'
import {
  parseLimits,
  parseProvider,
  parseStore,
  parseTokenKeys,
  type EngineConfig,
  type ProviderProfile,
} from '@counterfoil/bff/server'

export interface Config extends EngineConfig {
  readonly host: string
  readonly port: number
  /** The time in milliseconds for which the process still serves requests after a stop signal, while it reports "not ready". */
  readonly drainMs: number
  /** The built web app. */
  readonly webDir: string
  /** The address of the mail server and the sender address of letters. Undefined if the app sends no letters. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIN_SECRET_CHARACTERS = 32

/**
 * Reads the configuration from environment variables.
 *
 * @param readFile Returns the text of a file (certificates of the store, the provider's profile); undefined if it cannot be read.
 * @throws ConfigError with all faults at once, named after the settings; never with a value.
 */
export function parseConfig(env: Environment, readFile: (path: string) => string | undefined): Config {
  const settings = readSettings(env)
  const publicUrl = readPublicOrigin(settings, 'BFF_PUBLIC_URL', 'http://localhost:3000')
  const config: Config = {
    host: settings.text('BFF_HOST', '127.0.0.1'),
    port: settings.integer('BFF_PORT', { min: 0, max: 65_535, fallback: 3000 }),
    drainMs: settings.integer('BFF_DRAIN_SECONDS', { min: 0, max: 600, fallback: 0 }) * 1000,
    publicUrl,
    appName: 'Counterfoil',
    hasBusinessPages: true,
    redis: parseStore(settings, readFile),
    sessionSecrets: settings.secrets('BFF_SESSION_SECRETS', MIN_SECRET_CHARACTERS),
    tokenKeys: parseTokenKeys(settings),
    // The profile is undefined if it has a fault; `finish` then throws.
    provider: parseProvider(settings, readFile) as ProviderProfile,
    sessionIdleMs:
      settings.integer('BFF_SESSION_IDLE_MINUTES', { min: 1, max: 43_200, fallback: 480 }) * MINUTE_MS,
    sessionAbsoluteMs:
      settings.integer('BFF_SESSION_ABSOLUTE_HOURS', { min: 1, max: 8760, fallback: 168 }) * HOUR_MS,
    connectionUnusedMs:
      settings.integer('BFF_CONNECTION_UNUSED_DAYS', { min: 1, max: 3650, fallback: 90 }) * DAY_MS,
    tokenTimeoutMs: settings.integer('BFF_TOKEN_TIMEOUT_MS', { min: 100, max: 60_000, fallback: 10_000 }),
    upstreamTimeoutMs: settings.integer('BFF_UPSTREAM_TIMEOUT_MS', {
      min: 100,
      max: 120_000,
      fallback: 20_000,
    }),
    logLinesPerMinute: settings.integer('BFF_LOG_LINES_PER_MINUTE', {
      min: 1,
      max: 10_000_000,
      fallback: 300,
    }),
    sweepEveryMs: settings.integer('BFF_SWEEP_SECONDS', { min: 1, max: 3600, fallback: 60 }) * 1000,
    webDir: settings.text(
      'BFF_WEB_DIR',
      decodeURIComponent(new URL('../../web/dist', import.meta.url).pathname),
    ),
    smtp: parseSmtp(settings),
    supportUrl: parseSupportUrl(settings),
    trustedProxies: readTrustedProxies(settings, 'BFF_TRUSTED_PROXIES', {
      setting: 'BFF_PUBLIC_URL',
      value: publicUrl,
    }),
    limits: parseLimits(settings),
    metricsToken: readMetricsToken(settings, 'BFF_METRICS_TOKEN'),
    telemetry: readTelemetry(settings),
    logLevel: settings.oneOf('BFF_LOG_LEVEL', LOG_LEVELS, 'info'),
  }
  if (config.sessionIdleMs > config.sessionAbsoluteMs) {
    settings.fault('BFF_SESSION_IDLE_MINUTES', 'must not be longer than BFF_SESSION_ABSOLUTE_HOURS')
  }
  settings.finish('BFF_')
  return config
}

function parseSmtp(settings: SettingsReader): Config['smtp'] {
  const { url, from } = readSmtp(settings, { url: 'BFF_SMTP_URL', from: 'BFF_MAIL_FROM' })
  return url === undefined || from === undefined ? undefined : { url, from }
}

/** Reads an https or mailto address: nothing else may become a link on every page. */
function parseSupportUrl(settings: SettingsReader): string | undefined {
  const text = settings.optionalText('BFF_SUPPORT_URL')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === ''
  const isMailbox = url?.protocol === 'mailto:' && /^[\w.+-]+@[\w.-]+$/.test(url.pathname)
  if (url !== undefined && (isPage || isMailbox)) return url.href
  settings.fault('BFF_SUPPORT_URL', 'must be an https address, or mailto: and one address')
  return undefined
}
