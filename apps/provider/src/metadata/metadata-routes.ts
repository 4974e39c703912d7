import {
  AUTHORIZE_PATH,
  END_SESSION_PATH,
  METADATA_PATH,
  RESOURCE_METADATA_PATH,
  REVOKE_PATH,
  TOKEN_PATH,
} from '@counterfoil/oauth/endpoints'
import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import { type Response, Router } from 'express'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { PROMPT_VALUES } from '#authorize/authorization-request.ts'

/** Serves the metadata of the authorization service (RFC 8414) and of the GraphQL endpoint (RFC 9728). */
export function createMetadataRoutes({
  publicUrl,
  sendsIssuerToAll,
  name,
}: {
  readonly publicUrl: () => string
  /** Returns whether the authorization responses of all applications have the parameter `iss`. */
  readonly sendsIssuerToAll: () => Promise<boolean>
  /** Name of the service. */
  readonly name: string
}): Router {
  const send = (res: Response, metadata: object) => {
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.json(metadata)
  }
  const router = Router()
  router.get(METADATA_PATH, async (_req, res) => {
    const sendsIssuer = await sendsIssuerToAll()
    send(res, buildAuthorizationServerMetadata({ issuer: publicUrl(), sendsIssuer }))
  })
  // Without `scopes_supported`: clients request everything listed there, and few applications may have everything.
  router.get(RESOURCE_METADATA_PATH + GRAPHQL_PATH, (_req, res) =>
    send(res, {
      resource: publicUrl() + GRAPHQL_PATH,
      resource_name: name,
      authorization_servers: [publicUrl()],
      bearer_methods_supported: ['header'],
    }),
  )
  return router
}

/**
 * Returns the metadata of the authorization service.
 * @see RFC 8414 section 2; RFC 9207 section 3; OpenID Connect RP-Initiated Logout 1.0 section 2.1; Initiating User
 * Registration via OpenID Connect 1.0 section 4.2 (`prompt_values_supported`)
 */
export function buildAuthorizationServerMetadata({
  issuer,
  sendsIssuer,
}: {
  readonly issuer: string
  readonly sendsIssuer: boolean
}) {
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
