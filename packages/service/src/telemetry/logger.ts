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

/** The longest time in milliseconds that a line waits for others to be written with it. */
const FLUSH_EVERY_MS = 50
const FLUSH_AT_BYTES = 15_000

/**
 * Writes many lines to standard output in one write: one write per line costs as much as a query to the store. Waiting lines are
 * written when the process ends.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: FLUSH_AT_BYTES })
  setInterval(() => output.flush(), FLUSH_EVERY_MS).unref()
  return output
}

/** Returns a function that formats the time as pino does, in ISO 8601. Under load many lines of a millisecond share the text. */
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
 * Creates a logger that writes JSON lines to standard output, or to `destination`. It removes secrets itself.
 *
 * The query is cut from every field named `url`, because it contains codes and states.
 */
export function createLogger(options: {
  readonly name: string
  readonly level: LogLevel
  readonly destination?: DestinationStream
}): Logger {
  const settings = {
    level: options.level,
    // The environment of several processes adds process id and host.
    base: { name: options.name },
    timestamp: createIsoTime(),
    serializers: {
      err: (error: Error) => redact({ ...pino.stdSerializers.err(error) }),
      url: (url: unknown) => (typeof url === 'string' ? url.replace(/[?#].*$/s, '') : undefined),
    },
    // The logger's own redaction by paths costs more than everything else about a line.
    formatters: { level: (label: string) => ({ level: label }), log: redact },
  }
  const logger = pino(settings, options.destination ?? standardOutput())
  const child = logger.child
  // Fields of a child logger are serialized once, when it is created, and do not pass the formatter.
  logger.child = function (this: Logger, bindings: Record<string, unknown>, childOptions?: object) {
    return child.call(this, redact(bindings), childOptions)
  } as Logger['child']
  return logger
}
