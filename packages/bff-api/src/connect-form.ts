/** The time in minutes within which an attempt to connect has to be finished. */
export const CONNECT_WITHIN_MINUTES = 15

/** Fields of the form that is posted to `connectStart`. All values are text, and all but `csrf` are optional. */
export const CONNECT_FORM_FIELDS = {
  intent: 'intent',
  /** The connection id, for every intent but `connect` and `sign_in`. */
  connectionId: 'connection_id',
  /** The id of an open attempt to continue instead of starting another; the other fields are then ignored. */
  attemptId: 'attempt_id',
  /** The key of the business whose link was followed, for `connect` and `sign_in`. */
  business: 'business',
  returnTo: 'return_to',
  csrf: 'csrf',
  /** A key of the request: posted twice, it begins one attempt. */
  idempotencyKey: 'idempotency_key',
  /** The wanted scope values for `allow_more`, separated by spaces. Without it, all values for reading. */
  want: 'want',
} as const
