import { Router, type Request, type Response } from 'express'
import { chooseEncoding } from '@counterfoil/bff/server'
import type { StaticFile, WebBuild } from './web-build-files.ts'

const ONE_HOUR_SECONDS = 3600
/** The encodings in which a file may be stored, best first. */
const STORED = ['br', 'gzip'] as const

/**
 * Serves the files of the web build from memory. Uses neither session nor store, so it works when everything else is down.
 * Only paths of the build exist; `..` and the like are unknown names.
 */
export function createAssetRoutes(deps: { readonly web: Pick<WebBuild, 'files'> }): Router {
  const router = Router()
  router.use((req, res, next) => {
    const file = deps.web.files.get(req.path)
    if (file === undefined) {
      // A page of an older build may ask for deleted files. The answer is plain text, so that no page is run as a script.
      if (req.path.startsWith('/assets/')) res.status(404).type('text/plain').send('not found\n')
      else next()
      return
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.status(405).setHeader('Allow', 'GET, HEAD').end()
      return
    }
    sendFile(req, res, file)
  })
  return router
}

function sendFile(req: Request, res: Response, file: StaticFile): void {
  const stored = STORED.filter((name) => file[name] !== undefined)
  const encoding = chooseEncoding(req.get('accept-encoding'), stored)
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  res.set({
    'Cache-Control': file.isImmutable
      ? 'public, max-age=31536000, immutable'
      : `public, max-age=${ONE_HOUR_SECONDS}`,
    'Content-Type': file.contentType,
    ETag: etag,
    Vary: 'Accept-Encoding',
  })
  const body = (encoding === 'identity' ? undefined : file[encoding]) ?? file.identity
  if (encoding !== 'identity' && !req.fresh) res.set('Content-Encoding', encoding)
  // Express omits the body for HEAD, and for a browser that has the current version (304).
  res.send(body)
}
