/**
 * Paths of the authorization service, relative to its base address.
 *
 * The provider answers each with and without the trailing slash; a client uses these spellings.
 * Source: interface.md sections 4.1 to 4.4; RFC 8414 section 3.
 */
export const AUTHORIZE_PATH = '/oauth2/authorize/'
export const TOKEN_PATH = '/oauth2/token/'
export const REVOKE_PATH = '/oauth2/token-revoke/'
/** The endpoint that ends the session of a browser. (OpenID Connect RP-Initiated Logout 1.0) */
export const END_SESSION_PATH = '/oauth2/end-session/'
/** The prefix before the path of the protected resource. (RFC 9728 section 3.1) */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
export const METADATA_PATH = '/.well-known/oauth-authorization-server'
