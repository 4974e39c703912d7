/** Errors of ours that a caller is informed of. Any other error is a bug: status 500, masked. */
export const PROVIDER_ERRORS = {
  'database-unavailable': { status: 503, title: 'The database is not answering.' },
  busy: { status: 503, title: 'Too much is being written at once.' },
  'disk-full': { status: 503, title: 'The disk of the database is full.' },
  'took-too-long': { status: 500, title: 'This took longer than it may.' },
  'printer-busy': { status: 503, title: 'Too many documents are being printed.' },
  'internal-error': { status: 500, title: 'Something went wrong.' },
} as const
/** The value of Retry-After in seconds while the database is unavailable. */
export const RETRY_AFTER_SECONDS = 2

export type ProviderErrorCode = keyof typeof PROVIDER_ERRORS

/** PostgreSQL error classes that mean "no database", not "wrong statement": connection, resources, shutdown. */
const UNAVAILABLE_SQLSTATE = /^(?:08|53|57P0)/
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
])
/** Messages of the driver, which have no code, when a connection breaks or none becomes free. */
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i

/** Error codes of a statement that was cancelled, or not begun, because the call had no time left. */
const STOPPED_CODES: ReadonlySet<string> = new Set(['57014', 'BUDGET_SPENT'])

const DISK_FULL = '53100'

/** Returns the unavailable part; undefined for any other error. */
export function findOutage(error: unknown): 'database' | 'disk' | undefined {
  const code = classifyError(error)
  if (code === 'disk-full') return 'disk'
  return code === 'database-unavailable' ? 'database' : undefined
}

/** Returns the code of an error; `internal-error` if it is unknown. */
export function classifyError(error: unknown): ProviderErrorCode {
  if (!(error instanceof Error)) return 'internal-error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === DISK_FULL) return 'disk-full'
  if (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_CODES.has(code)) return 'database-unavailable'
  if (code === 'RATE_LIMITED') return 'busy'
  if (STOPPED_CODES.has(code)) return 'took-too-long'
  if (code === 'PRINTER_BUSY' || code === 'PRINTER_TIMEOUT') return 'printer-busy'
  return UNAVAILABLE_MESSAGE.test(error.message) ? 'database-unavailable' : 'internal-error'
}
