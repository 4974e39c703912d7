import { randomBytes } from 'node:crypto'
import type { Boot } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import { createPagePolicy, type PagePolicyOptions } from '#security/content-security-policy.ts'
import type { WebBuild } from './web-build-store.ts'

/** 128 bits, new for every page. */
const NONCE_BYTES = 16

export interface PageRoutesDeps extends PagePolicyOptions {
  readonly web: Pick<WebBuild, 'fillTemplate' | 'render' | 'id'>
  /**
   * What the page shows first. May set cookies on the answer.
   * @throws StoreUnavailableError
   */
  readonly loadBoot: (req: Request, res: Response) => Promise<Omit<Boot, 'build'>>
}

/**
 * Every page of the app, rendered here first: the text is in the HTML, forms work without a script, and nothing wrong
 * is shown for a moment. Never cached; unknown addresses answer 404 with a page of the app.
 */
export function createPageRoutes(deps: PageRoutesDeps): Router {
  const policyFor = createPagePolicy(deps)
  const router = Router()
  router.get('/*path', async (req, res) => {
    await sendPage(req, res)
  })
  router.get('/', async (req, res) => {
    await sendPage(req, res)
  })

  async function sendPage(req: Request, res: Response): Promise<void> {
    const boot: Boot = { ...(await deps.loadBoot(req, res)), build: deps.web.id }
    const page = deps.web.render({ url: req.originalUrl, boot })
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    res.setHeader('Content-Security-Policy', policyFor(nonce))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Vary', 'Cookie, Accept-Language')
    res.status(page.status).type('html')
    res.send(deps.web.fillTemplate({ nonce, title: page.title, html: page.html, boot }))
  }
  return router
}
