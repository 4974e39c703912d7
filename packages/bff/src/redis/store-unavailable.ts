/**
 * The store cannot be used now: it is stopped, silent, failing over, full, or refuses us. All store operations throw this error for
 * it; the answer is 503 `store-unavailable` with `Retry-After`.
 */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  readonly code = 'store-unavailable'
  readonly retryAfterSeconds = 2
}

/** The value was written, but perhaps not to a replica: a failover may lose it. The caller must not report success. */
export class NotReplicatedError extends StoreUnavailableError {
  override readonly name = 'NotReplicatedError'
  constructor() {
    super('not known to be on a replica')
  }
}

/** The store did not answer in time, but as far as known it still answers: this is no outage. */
export class LateAnswerError extends StoreUnavailableError {
  override readonly name = 'LateAnswerError'
  constructor() {
    super('Command timed out')
  }
}

/** Returns what is down if this error was thrown; undefined for any other failure. */
export function findOutage(error: unknown): 'store' | 'replicas' | undefined {
  if (error instanceof NotReplicatedError) return 'replicas'
  if (error instanceof LateAnswerError) return undefined
  return error instanceof StoreUnavailableError ? 'store' : undefined
}

/** The first words of replies by which a Redis server refuses a command for now, or for missing rights. */
const REFUSALS = new Set([
  'OOM',
  'READONLY',
  'LOADING',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'TRYAGAIN',
  'NOREPLICAS',
  'MISCONF',
  'BUSY',
  'NOAUTH',
  'NOPERM',
  'WRONGPASS',
  'UNBLOCKED',
])

/** The first words of replies to a write if reads are answered: memory or disk is full, or replicas are down. */
const WRITE_REFUSALS = new Set(['OOM', 'READONLY', 'NOREPLICAS', 'MISCONF'])

/** Returns true if a write failed with this error at a store that can still be read. */
export function isWriteRefusal(error: unknown): boolean {
  return error instanceof Error && WRITE_REFUSALS.has(error.message.split(' ', 1)[0] ?? '')
}

/** Error messages of the client without a usable connection; it has no error classes for them. */
const CONNECTION_FAULTS = [
  'Connection is closed',
  "Stream isn't writeable",
  'Command timed out',
  'Command aborted due to connection close',
  "Cluster isn't ready",
  'Cluster is ended',
  'Too many Cluster redirections',
  'Failed to refresh slots cache',
  'Connection is in closing state',
  'All sentinels are unreachable',
]

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Returns true if the state of the store causes this error of a command, false for a bug of ours such as a wrong type. `MOVED` and
 * `ASK` are neither: the cluster client follows them.
 */
export function isStoreFault(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return true
  if (!(error instanceof Error)) return false
  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true
  if ('code' in error && typeof error.code === 'string' && SOCKET_CODES.has(error.code)) return true
  if (REFUSALS.has(error.message.split(' ', 1)[0] ?? '')) return true
  return CONNECTION_FAULTS.some((text) => error.message.startsWith(text))
}

/**
 * Returns {@link StoreUnavailableError} if the state of the store causes the error, else the error itself. The message is kept: the
 * cluster client reads it to decide about a retry.
 */
export function toStoreError(error: Error): Error {
  if (error instanceof StoreUnavailableError || !isStoreFault(error)) return error
  return new StoreUnavailableError(error.message, { cause: error })
}
