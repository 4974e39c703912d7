import { Router } from 'express'
import { METADATA_PATH } from '@counterfoil/oauth/endpoints'
import { buildAuthorizationServerMetadata } from './authorization-server-metadata.ts'

/** GET /.well-known/oauth-authorization-server (RFC 8414) */
export function createMetadataRoutes(deps: {
  readonly publicUrl: () => string
  readonly sendsIssuer: boolean
}): Router {
  const router = Router()
  router.get(METADATA_PATH, (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.json(buildAuthorizationServerMetadata({ issuer: deps.publicUrl(), sendsIssuer: deps.sendsIssuer }))
  })
  return router
}
