/**
 * The store cannot be used right now: stopped, silent, failing over, full, or refusing us.
 * The one error every store operation throws for it; answered as 503 `store-unavailable` with `Retry-After`.
 */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  readonly code = 'store-unavailable'
  readonly retryAfterSeconds = 2
}

/** It was written, but is not on a replica yet as far as we know: a failover may lose it. Nothing may be called done. */
export class NotReplicatedError extends StoreUnavailableError {
  override readonly name = 'NotReplicatedError'
  constructor() {
    super('not known to be on a replica')
  }
}

/** The store did not answer in time, but goes on answering as far as we know: no outage. */
export class LateAnswerError extends StoreUnavailableError {
  override readonly name = 'LateAnswerError'
  constructor() {
    super('Command timed out')
  }
}

/** What is away when this was thrown; undefined for any other failure. */
export function findOutage(error: unknown): 'store' | 'replicas' | undefined {
  if (error instanceof NotReplicatedError) return 'replicas'
  if (error instanceof LateAnswerError) return undefined
  return error instanceof StoreUnavailableError ? 'store' : undefined
}

/** First words of replies by which a Redis server says "not now" or "not with these rights". */
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

/** Those by which a server that can be read says that it takes no writes: its memory or disk is full, or replicas are away. */
const WRITE_REFUSALS = new Set(['OOM', 'READONLY', 'NOREPLICAS', 'MISCONF'])

/** Is this failure of a write that of a store which can still be read? */
export function isWriteRefusal(error: unknown): boolean {
  return error instanceof Error && WRITE_REFUSALS.has(error.message.split(' ', 1)[0] ?? '')
}

/** Texts of the client itself when no usable connection is there; it has no error classes for them. */
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
 * Is this failure of a Redis command the store's state (true), or a bug of ours such as a wrong type (false)?
 * A `MOVED` or `ASK` is neither: the cluster client follows it.
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
 * The same failure as the rest of the system should see it: {@link StoreUnavailableError} for the store's state,
 * anything else unchanged. The text is kept: the cluster client reads it to decide about another try.
 */
export function toStoreError(error: Error): Error {
  if (error instanceof StoreUnavailableError || !isStoreFault(error)) return error
  return new StoreUnavailableError(error.message, { cause: error })
}
