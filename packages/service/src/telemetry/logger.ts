import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { createRedaction } from './redaction.ts'

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

const redact = createRedaction(SECRET_FIELDS)

/** A line may wait this long for others to be written with it. */
const FLUSH_EVERY_MS = 50
const FLUSH_AT_BYTES = 15_000

/**
 * Standard output with many lines in one write: one write per line costs as much as a query to the store. Waiting lines are
 * written when the process ends.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: FLUSH_AT_BYTES })
  setInterval(() => output.flush(), FLUSH_EVERY_MS).unref()
  return output
}

/** The time as pino writes it into a line, in ISO 8601. Under load many lines share a millisecond, and its text. */
function createIsoTime(): () => string {
  let atMs = Number.NaN
  let text = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== atMs) {
      atMs = nowMs
      text = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return text
  }
}

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
    level: options.level,
    // Neither process id nor host: the environment of several processes adds them.
    base: { name: options.name },
    timestamp: createIsoTime(),
    serializers: {
      err: (error: Error) => redact({ ...pino.stdSerializers.err(error) }),
      url: (url: unknown) => (typeof url === 'string' ? url.replace(/[?#].*$/s, '') : undefined),
    },
    // By hand and not by the logger's own paths, which cost more than everything else about a line.
    formatters: { level: (label: string) => ({ level: label }), log: redact },
  }
  const logger = pino(settings, options.destination ?? standardOutput())
  const child = logger.child
  // Fields of a child logger are written once, when it is made, and pass no formatter.
  logger.child = function (this: Logger, bindings: Record<string, unknown>, childOptions?: object) {
    return child.call(this, redact(bindings), childOptions)
  } as Logger['child']
  return logger
}
