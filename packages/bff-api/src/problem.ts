import { z } from 'zod'

/**
 * Every problem code of a BFF response, with its HTTP status. The code is the contract, the text is not.
 * @see RFC 9457
 */
export const PROBLEM_STATUS = {
  'bad-request': 400,
  'session-ended': 401,
  'cross-site-request': 403,
  'csrf-token-mismatch': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'connection-not-found': 404,
  'connection-disconnected': 409,
  'reconnect-required': 409,
  'plan-ended': 409,
  'decision-closed': 409,
  /** The idempotency key of this mutation was used before with another body. */
  'idempotency-mismatch': 422,
  'payload-too-large': 413,
  'operation-not-allowed': 403,
  'permission-missing': 403,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  /** The connection has the maximum of mutations whose outcome is unknown. This mutation was not sent. */
  'too-many-open-changes': 429,
  'provider-rate-limited': 503,
  'provider-unavailable': 503,
  'provider-timeout': 504,
  /** A mutation was sent but its answer is unknown: it may have been carried out. It is not retried automatically. */
  'outcome-unknown': 504,
  'store-unavailable': 503,
  'internal-error': 500,
} as const
export type ProblemCode = keyof typeof PROBLEM_STATUS

/** `application/problem+json` as the BFF sends it. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]]),
  /** The request id, under which the page, our log and the provider's log can be joined. */
  requestId: z.string().brand<'RequestId'>(),
})
export type Problem = z.infer<typeof ProblemSchema>
