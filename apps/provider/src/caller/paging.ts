import { CallerError } from './caller-error.ts'

/** The maximum page size: more rows would make one answer too heavy. */
export const MAX_PAGE_SIZE = 250

/** Default page size of a list inside a business. */
export const ROWS_PER_PAGE = 45

/** The arguments `page` and `pageSize` as limit and offset. */
export type PageRequest = {
  readonly page: number
  readonly limit: number
  readonly offset: number
  /** The integer inside an id: only rows written after it are listed, in the order of writing. */
  readonly afterId?: string
}

/** `OffsetPageInfo` of the schema. */
export type PageInfo = {
  readonly currentPage: number
  readonly totalPages: number
  readonly totalCount: number
}

/** A page as a connection of the schema. */
export type Page<Node> = {
  readonly edges: readonly { readonly node: Node }[]
  readonly pageInfo: PageInfo
}

/**
 * Parses the paging arguments of a list. `page` below 1 counts as 1; an explicit null counts as the default.
 *
 * @param defaultSize Default page size.
 * @throws CallerError BAD_USER_INPUT when `pageSize` is not from 1 to {@link MAX_PAGE_SIZE}
 */
export function readPageRequest(
  args: { readonly page?: number | null; readonly pageSize?: number | null },
  defaultSize: number,
): PageRequest {
  const page = Math.max(1, args.page ?? 1)
  const limit = args.pageSize ?? defaultSize
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new CallerError('BAD_USER_INPUT', `pageSize must be from 1 to ${MAX_PAGE_SIZE}.`)
  }
  return { page, limit, offset: (page - 1) * limit }
}

/** Builds a page. Past the end it has no edges, but correct totals. */
export function buildPage<Node>(
  request: PageRequest,
  nodes: readonly Node[],
  totalCount: number,
): Page<Node> {
  return {
    edges: nodes.map((node) => ({ node })),
    pageInfo: buildPageInfo(request, totalCount),
  }
}

export function buildPageInfo(request: PageRequest, totalCount: number): PageInfo {
  return {
    currentPage: request.page,
    totalPages: Math.ceil(totalCount / request.limit),
    totalCount,
  }
}
