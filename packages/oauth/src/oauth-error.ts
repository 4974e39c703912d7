/**
 * Error codes of the authorize endpoint, sent back by redirect.
 * @see RFC 6749 section 4.1.2.1; OpenID Connect Core 1.0 section 3.1.2.6; RFC 8707 section 2
 */
export const AUTHORIZE_ERROR_CODES = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'login_required',
  'interaction_required',
  'request_not_supported',
  'request_uri_not_supported',
  'invalid_target',
] as const
export type AuthorizeErrorCode = (typeof AUTHORIZE_ERROR_CODES)[number]

/**
 * Error codes of the token and revoke endpoints.
 * `access_denied` comes with HTTP 403 when the plan is not active (interface.md section 7).
 * @see RFC 6749 section 5.2, RFC 7009 section 2.2.1, RFC 8707 section 2
 */
export const TOKEN_ERROR_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
] as const
export type TokenErrorCode = (typeof TOKEN_ERROR_CODES)[number]

/** `reason` of the 403 on refresh and of the GraphQL FORBIDDEN of a lapsed plan. */
export const SUBSCRIPTION_INACTIVE = 'subscription_inactive'
