import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { Database } from '#database/database.ts'
import type { Request, Response } from 'express'
import { createPageKit, type PageKit, type PageKitConfig } from './page-responder.ts'
import type { Stop } from './error-page.ts'

export type PageKitDependencies = {
  readonly config: PageKitConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly db: Database
}

const kits = new WeakMap<PageKitDependencies, PageKit>()

/** The page kit of an application; made once for each set of dependencies. */
export function pageKitFor(deps: PageKitDependencies): PageKit {
  const known = kits.get(deps)
  if (known !== undefined) return known
  const kit = createPageKit(deps)
  kits.set(deps, kit)
  return kit
}

/** Answers with a stop page, in the reader's language, with every header of a page. Never a redirect. */
export function sendStopPage(deps: PageKitDependencies, req: Request, res: Response, stop: Stop): void {
  pageKitFor(deps).sendStop(req, res, stop)
}
