import { z } from 'zod'
import type { PartialAnswer } from './figures.ts'
import type { Problem } from './problem.ts'

/** The most pages of one list: a million rows, with the largest pages that a provider returns. */
const MAX_PAGES = 4000

/** Body of `POST /api/connections/:id/list`: one query of the app, asked for pages 1 to `pages`. */
export const ListPagesRequestSchema = z.object({
  /** The version of the connection that the page shows. */
  version: z.int(),
  operationName: z.string(),
  /** All variables of the query but `page`. */
  variables: z.record(z.string(), z.unknown()),
  pages: z.int().min(1).max(MAX_PAGES),
})
export type ListPagesRequest = z.infer<typeof ListPagesRequestSchema>

/**
 * One line of the answer (`application/x-ndjson`): the pages in order, then `end`. An answer without `end` is incomplete:
 * the connection was lost, or the last line is the problem that ended it.
 */
export type ListPagesLine =
  | { readonly data: PartialAnswer['data'] }
  /** Sent while no page arrives, to keep the connection open. `waits`: the provider's rate limit is reached. */
  | { readonly alive: 'reads' | 'waits' }
  | { readonly problem: Pick<Problem, 'code' | 'requestId'>; readonly retryAfterSeconds?: number | undefined }
  | { readonly end: true }
