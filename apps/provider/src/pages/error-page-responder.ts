import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { Database } from '#database/database.ts'
import type { Request, Response } from 'express'
import { createPageResponder, type PageResponder, type PageResponderConfig } from './page-responder.ts'
import type { ErrorPage } from './error-page.ts'

export type PageResponderDependencies = {
  readonly config: PageResponderConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
}

const responders = new WeakMap<PageResponderDependencies, PageResponder>()

/** The page responder of an application; made once for each set of dependencies. */
export function pageResponderFor(deps: PageResponderDependencies): PageResponder {
  const known = responders.get(deps)
  if (known !== undefined) return known
  const responder = createPageResponder(deps)
  responders.set(deps, responder)
  return responder
}

/** Answers with a stop page, in the reader's language, with every header of a page. Never a redirect. */
export function respondWithErrorPage(
  deps: PageResponderDependencies,
  req: Request,
  res: Response,
  errorPage: ErrorPage,
): void {
  pageResponderFor(deps).sendErrorPage(req, res, errorPage)
}
