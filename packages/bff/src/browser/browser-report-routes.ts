import { BROWSER_REPORTS_PATH } from '@counterfoil/bff-api/browser-reports'
import type { Clock } from '@counterfoil/service/clock'
import { networkOf } from '@counterfoil/service/network'
import { createWindowBudget } from '@counterfoil/service/window-budget'
import { Router, type Request } from 'express'
import { FREE_BODY_BYTES } from '#request-body/body-budget.ts'
import { readBody } from '#request-body/body-reader.ts'
import { parseBrowserReport, type BrowserReport } from './browser-report.ts'

/** More of one address in a minute are answered and not counted. */
const REPORTS_PER_MINUTE = 30

/**
 * `POST /reports`: what a browser refused by the policy of a page, and errors that nobody caught. No session, no store, and the same
 * answer whatever was sent: it is counted, and changes nothing.
 */
export function createBrowserReportRoutes(deps: {
  readonly clock: Clock
  readonly onReport: (report: BrowserReport) => void
}): Router {
  const budget = createWindowBudget()
  const router = Router()
  router.post(BROWSER_REPORTS_PATH, async (req, res) => {
    if (mayCount(req)) {
      const body = await readBody(req, FREE_BODY_BYTES, { take: () => true })
      const contentType = req.headers['content-type']
      const report = body.kind === 'body' ? parseBrowserReport({ contentType, text: body.text }) : undefined
      if (report !== undefined) deps.onReport(report)
    }
    res.status(204).end()
  })

  function mayCount(req: Request): boolean {
    // Browsers say from where; another site's page has nothing to tell about ours.
    const site = req.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return false
    const key = networkOf(req.ip ?? 'unknown')
    return budget.take([{ key, limit: REPORTS_PER_MINUTE }], deps.clock())
  }
  return router
}
