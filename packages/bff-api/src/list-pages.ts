import { z } from 'zod'
import type { PartialAnswer } from './figures.ts'
import type { Problem } from './problem.ts'

/** A million rows, by the largest pages that a provider answers. */
const MAX_PAGES = 4000

/** Body of `POST /api/connections/:id/list`: one query of the app, asked for pages 1 to `pages`. */
export const ListPagesRequestSchema = z.object({
  /** Of the connection that the page shows. */
  version: z.int(),
  operationName: z.string(),
  /** All but `page`. */
  variables: z.record(z.string(), z.unknown()),
  pages: z.int().min(1).max(MAX_PAGES),
})
export type ListPagesRequest = z.infer<typeof ListPagesRequestSchema>

/**
 * One line of the answer (`application/x-ndjson`): the pages in their order, then `end`. An answer without `end` is not whole:
 * it was cut off, or its last line is the problem that ended it.
 */
export type ListPagesLine =
  | { readonly data: PartialAnswer['data'] }
  /** Sent while no page comes, so that nobody takes the answer for cut off. `waits`: the provider's limit is reached. */
  | { readonly alive: 'reads' | 'waits' }
  | { readonly problem: Pick<Problem, 'code' | 'requestId'>; readonly retryAfterSeconds?: number | undefined }
  | { readonly end: true }
