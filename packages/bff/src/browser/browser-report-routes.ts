import { BROWSER_REPORTS_PATH } from '@counterfoil/bff-api/browser-reports'
import type { Clock } from '@counterfoil/service/values/clock'
import { parseJson } from '@counterfoil/service/http/json-object'
import { networkOf } from '@counterfoil/service/http/network'
import { createWindowBudget } from '@counterfoil/service/values/window-budget'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { FREE_BODY_BYTES } from '#request-body/body-budget.ts'
import { readBody } from '#request-body/body-reader.ts'

/** The number of reports per minute and network that are counted. Further ones are answered and ignored. */
const REPORTS_PER_MINUTE = 30

/**
 * Builds `POST /reports`, which receives CSP violations and uncaught errors. It needs no session and no store, and gives the same
 * answer whatever was sent: a report is counted and changes nothing.
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
    // Browsers send Sec-Fetch-Site. A report from a page of another site is not about our pages.
    const site = req.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return false
    const key = networkOf(req.ip ?? 'unknown')
    return budget.take([{ key, limit: REPORTS_PER_MINUTE }], deps.clock())
  }
  return router
}

/** A browser's report about one of our pages: words of fixed lists and positions in our files, nothing that a person typed. */
export type BrowserReport =
  /** A violation of the page's Content-Security-Policy; `what` is the directive. */
  | { readonly kind: 'policy'; readonly what: string; readonly at: readonly string[] }
  /** An uncaught error; `what` is its name. */
  | { readonly kind: 'error'; readonly what: string; readonly at: readonly string[] }

const DIRECTIVES = [
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr'],
  ...['img-src', 'font-src', 'connect-src', 'manifest-src', 'form-action', 'frame-ancestors', 'base-uri'],
  ...['object-src', 'frame-src', 'media-src', 'worker-src', 'default-src', 'require-trusted-types-for'],
]
const ERRORS = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AggregateError',
  'DOMException',
]

const OTHER = 'other'
/** A position in a built file: name, line and column, as a source map takes it. */
const PLACE = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/
const MAX_PLACES = 10

const Violation = z.object({ 'csp-report': z.object({ 'effective-directive': z.string() }) })
const ErrorReport = z.object({ name: z.string(), at: z.array(z.string()).max(MAX_PLACES) })

/**
 * Parses a browser report; undefined if it is none.
 * @see [Content Security Policy Level 3](https://www.w3.org/TR/CSP3/) section 5.3, "Report a violation"
 */
export function parseBrowserReport(sent: {
  readonly contentType: string | undefined
  readonly text: string
}): BrowserReport | undefined {
  const { contentType, text } = sent
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  const value = parseJson(text)
  if (type === 'application/csp-report') {
    const { data } = Violation.safeParse(value)
    return (
      data && { kind: 'policy', what: oneOf(DIRECTIVES, data['csp-report']['effective-directive']), at: [] }
    )
  }
  if (type !== 'application/json') return undefined
  const { data } = ErrorReport.safeParse(value)
  return (
    data && {
      kind: 'error',
      what: oneOf(ERRORS, data.name),
      at: data.at.filter((place) => PLACE.test(place)),
    }
  )
}

const oneOf = (known: readonly string[], word: string): string => (known.includes(word) ? word : OTHER)
