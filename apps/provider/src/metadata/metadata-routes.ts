import { METADATA_PATH, RESOURCE_METADATA_PATH } from '@counterfoil/oauth/endpoints'
import { Router } from 'express'
import { GRAPHQL_PATH } from '#graphql/graphql-routes.ts'
import { buildAuthorizationServerMetadata } from './authorization-server-metadata.ts'

/** Serves the metadata of the authorization service (RFC 8414) and of the GraphQL endpoint (RFC 9728). */
export function createMetadataRoutes(deps: {
  readonly publicUrl: () => string
  /** Whether `iss` goes with the authorization responses of all applications. */
  readonly sendsIssuerToAll: () => Promise<boolean>
  /** Name of the service. */
  readonly name: string
}): Router {
  const router = Router()
  router.get(METADATA_PATH, async (_req, res) => {
    const metadata = buildAuthorizationServerMetadata({
      issuer: deps.publicUrl(),
      sendsIssuer: await deps.sendsIssuerToAll(),
    })
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.json(metadata)
  })
  router.get(RESOURCE_METADATA_PATH + GRAPHQL_PATH, (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.json(
      buildProtectedResourceMetadata({ publicUrl: deps.publicUrl(), path: GRAPHQL_PATH, name: deps.name }),
    )
  })
  return router
}

/**
 * Builds the metadata of the GraphQL endpoint: the issuer of its tokens, and how they are sent. No `scopes_supported`: clients
 * request everything listed there, and few applications may have everything.
 *
 * @see RFC 9728 section 2
 */
function buildProtectedResourceMetadata(options: {
  readonly publicUrl: string
  readonly path: string
  readonly name: string
}): Readonly<Record<string, unknown>> {
  return {
    resource: options.publicUrl + options.path,
    resource_name: options.name,
    authorization_servers: [options.publicUrl],
    bearer_methods_supported: ['header'],
  }
}
