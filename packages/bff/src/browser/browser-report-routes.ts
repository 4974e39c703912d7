import { BROWSER_REPORTS_PATH } from '@counterfoil/bff-api/browser-reports'
import type { Clock } from '@counterfoil/service/values/clock'
import { parseJson } from '@counterfoil/service/http/json-object'
import { networkOf } from '@counterfoil/service/http/network'
import { createWindowBudget } from '@counterfoil/service/values/window-budget'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { FREE_BODY_BYTES } from '#request-body/body-budget.ts'
import { readBody } from '#request-body/body-reader.ts'

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

/** What a browser tells of a page of ours: words out of short lists and places in our own files, nothing that a person typed. */
export type BrowserReport =
  /** The policy of the page refused something; `what` is the directive. */
  | { readonly kind: 'policy'; readonly what: string; readonly at: readonly string[] }
  /** An error that nobody caught; `what` is its name. */
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
/** A place in a file of the build, as a map of the source takes it. */
const PLACE = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/
const MAX_PLACES = 10

const Violation = z.object({ 'csp-report': z.object({ 'effective-directive': z.string() }) })
const ErrorReport = z.object({ name: z.string(), at: z.array(z.string()).max(MAX_PLACES) })

/**
 * Reads a report of a browser; undefined when it is none.
 *
 * @see [Content Security Policy Level 3](https://www.w3.org/TR/CSP3/) section 5.3, "Report a violation"
 */
export function parseBrowserReport({
  contentType,
  text,
}: {
  readonly contentType: string | undefined
  readonly text: string
}): BrowserReport | undefined {
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
