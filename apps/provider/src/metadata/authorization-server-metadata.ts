import { AUTHORIZE_PATH, END_SESSION_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import { PROMPT_VALUES } from '#authorize/authorization-request.ts'

/**
 * Returns the metadata of the authorization service.
 * @see RFC 8414 section 2; RFC 9207 section 3; OpenID Connect RP-Initiated Logout 1.0 section 2.1; Initiating User
 * Registration via OpenID Connect 1.0 section 4.2 (`prompt_values_supported`)
 */
export function buildAuthorizationServerMetadata(options: {
  readonly issuer: string
  readonly sendsIssuer: boolean
}): Readonly<Record<string, unknown>> {
  const { issuer, sendsIssuer } = options
  const methods = ['client_secret_post', 'client_secret_basic']
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: issuer + TOKEN_PATH,
    revocation_endpoint: issuer + REVOKE_PATH,
    end_session_endpoint: issuer + END_SESSION_PATH,
    prompt_values_supported: [...PROMPT_VALUES],
    scopes_supported: [...KNOWN_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: sendsIssuer,
  }
}
