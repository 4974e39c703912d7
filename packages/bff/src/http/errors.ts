import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'

/** The text of each problem code, for people and programs. The code is part of the contract; the text is not. */
export const PROBLEM_TITLES: Readonly<Record<ProblemCode, string>> = {
  'bad-request': 'The request cannot be understood.',
  'session-ended': 'You have been signed out. Sign in to continue.',
  'cross-site-request': 'The request did not come from a page of this app.',
  'csrf-token-mismatch': 'The form is too old, or cookies are blocked. Load the page again.',
  'not-found': 'There is nothing at this address.',
  'method-not-allowed': 'This address does not take this kind of request.',
  'connection-not-found': 'There is no such connection.',
  'connection-disconnected': 'This business was disconnected.',
  'reconnect-required': 'The connection has ended. Reconnect to continue.',
  'plan-ended': 'The plan of this business has ended.',
  'decision-closed': 'This question was answered already, or is too old.',
  'idempotency-mismatch': 'This was sent before with other content.',
  'payload-too-large': 'The request is too large.',
  'operation-not-allowed': 'This query does not belong to the app.',
  'permission-missing': 'A permission for this is missing.',
  'unsupported-media-type': 'The request has a content type that is not read here.',
  'rate-limited': 'Too many requests. Wait a moment.',
  'too-many-open-changes': 'Too many changes have no known outcome. This one was not sent.',
  'provider-rate-limited': 'The provider asks us to wait.',
  'provider-unavailable': 'The provider is not answering.',
  'provider-timeout': 'The provider took too long to answer.',
  'outcome-unknown': 'This was sent to the provider, and no answer came. It may have been done.',
  'store-unavailable': 'Something we need is not available right now. Try again in a moment.',
  'internal-error': 'Sorry, there is a problem with this service.',
}

interface BffErrorOptions {
  /** The cause of the problem. It is logged and never sent. */
  readonly cause?: unknown
  readonly retryAfterSeconds?: number
  /** True if it is certain that the provider carried nothing out. */
  readonly isNothingDone?: boolean
  /** True if the provider does not answer. The log counts such failures instead of writing a line for each. */
  readonly isProviderAway?: boolean
  /** Extra facts for the log, free of secrets. */
  readonly log?: Readonly<Record<string, unknown>>
}

/** A problem with a code of the contract. Any other error that is thrown is a bug of ours and is answered with status 500. */
export class BffError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly isNothingDone: boolean
  readonly isProviderAway: boolean
  readonly log: Readonly<Record<string, unknown>>

  constructor(code: ProblemCode, options: BffErrorOptions = {}) {
    super(PROBLEM_TITLES[code], options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'BffError'
    this.code = code
    this.status = PROBLEM_STATUS[code]
    this.retryAfterSeconds = options.retryAfterSeconds
    this.isNothingDone = options.isNothingDone ?? false
    this.isProviderAway = options.isProviderAway ?? false
    this.log = options.log ?? {}
  }
}
