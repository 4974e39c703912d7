import type { RequestListener } from 'node:http'
import type { ServerEngine } from '@counterfoil/bff/server'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { WebBuild } from '#pages/web-build-files.ts'

/** The engine with the files and the pages of the web build. */
export function createApp(engine: ServerEngine, web: WebBuild, publicUrl: string): RequestListener {
  const { notePartError: onPartError, ...data } = engine.pages
  return engine.listener({
    open: [createAssetRoutes({ web })],
    pages: createPageRoutes({ web, publicUrl, onPartError, ...data }),
  })
}
