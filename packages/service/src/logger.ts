import { pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[]

/** Field names whose values never reach a log, at the top and up to two levels down. */
export const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'code',
  'code_verifier',
  'codeVerifier',
  'state',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'csrf',
] as const

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => {
  const key = `["${field}"]`
  return [key, `*${key}`, `*.*${key}`]
})

/**
 * JSON lines on standard output, or on `destination`. Secrets are removed here, not by callers.
 *
 * The query of an address is cut from anything named `url`: codes and states travel there.
 */
export function createLogger(options: {
  readonly name: string
  readonly level: LogLevel
  readonly destination?: DestinationStream
}): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    base: { service: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED_PATHS, censor: '[removed]' },
    serializers: {
      err: pino.stdSerializers.err,
      url: (url: unknown) => (typeof url === 'string' ? url.replace(/[?#].*$/s, '') : undefined),
    },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination)
}
