/** In how many minutes connecting has to be finished. */
export const CONNECT_WITHIN_MINUTES = 15

/** Fields of the form that is posted to `connectStart`; all text, all optional but `csrf`. */
export const CONNECT_FORM_FIELDS = {
  intent: 'intent',
  /** Our connection id, for every intent but `connect` and `sign_in`. */
  connectionId: 'connection_id',
  /** Continues this attempt, while it is open, instead of starting another; the other fields are then ignored. */
  attemptId: 'attempt_id',
  /** For `connect` and `sign_in`: the key of the business whose link was followed. */
  business: 'business',
  returnTo: 'return_to',
  csrf: 'csrf',
  /** The same key posted twice begins one attempt. */
  idempotencyKey: 'idempotency_key',
  /** For `allow_more`: the scope values that are wanted, separated by spaces; without it all that could be read. */
  want: 'want',
} as const
