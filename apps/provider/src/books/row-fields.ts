import type { BusinessId } from '@counterfoil/oauth/ids'
import { CallerError, notFoundError, type Noun } from '#caller/caller-error.ts'
import { readPageRequest, ROWS_PER_PAGE, type PageRequest } from '#caller/paging.ts'
import { viewerOf } from '#caller/viewer.ts'
import { parseRowId, type RowId, type RowKind } from './book-ids.ts'
import { readReachedBusiness, type Business } from './business/business.ts'
import { openReachedBooks, type ReachContext } from './open-books.ts'
import type { ListExtent, Row, RowListRequest, RowPage, RowReader } from './row-reader.ts'

/**
 * Resolves `business` of a row.
 *
 * @throws CallerError FORBIDDEN if the plan of the business has ended meanwhile
 */
export function businessOf(
  { businessId }: { readonly businessId: BusinessId },
  _args: unknown,
  context: ReachContext,
): Promise<Business> {
  return readReachedBusiness(context.businesses, viewerOf(context), businessId)
}

/**
 * Resolves a field of `Business` that returns one row by id.
 *
 * @throws CallerError NOT_FOUND both for another business's and an unknown id
 */
export async function findInBusiness<Kind extends RowKind, Each extends Row<Kind>>(
  context: ReachContext,
  reader: Pick<RowReader<Kind, Each, unknown>, 'find'>,
  asked: {
    readonly kind: Kind
    /** The noun in messages such as `… could not be found`. */
    readonly noun: Noun
    /** The id of the business. */
    readonly uuid: BusinessId
    /** The id of the row, as sent. */
    readonly id: string
  },
): Promise<Each> {
  const { kind, noun, uuid, id } = asked
  const books = await openReachedBooks(context, uuid)
  const rowId = parseRowId(kind, id, uuid)
  const row = rowId === undefined ? null : await reader.find(books, rowId)
  if (row === null) throw notFoundError(noun, id)
  return row
}

/** Parses an id in the filter of a list. An id of another kind matches nothing; null filters nothing. */
export function readIdFilter<Kind extends RowKind>(
  kind: Kind,
  sent: string | null | undefined,
  businessId: BusinessId,
): RowId<Kind> | 'none' | null {
  if (sent === undefined || sent === null) return null
  return parseRowId(kind, sent, businessId) ?? 'none'
}

type PageArgs = {
  readonly after?: string | null
  readonly page?: number | null
  readonly pageSize?: number | null
}

/**
 * Parses the paging arguments of a list of rows of a business.
 *
 * @throws CallerError BAD_USER_INPUT for a page size that is not allowed, and if `after` is not an id of that kind
 */
export function readListPage(args: PageArgs, kind: RowKind, businessId: BusinessId): PageRequest {
  const page = readPageRequest(args, ROWS_PER_PAGE)
  if (args.after === undefined || args.after === null) return page
  const afterId = args.after === '0' ? '0' : parseRowId(kind, args.after, businessId)
  if (afterId !== undefined) return { page: 1, limit: page.limit, offset: 0, afterId }
  throw new CallerError('BAD_USER_INPUT', 'after must be "0" or an id of the list.')
}

/**
 * Resolves a field of `Business` that returns a list of rows.
 *
 * @throws CallerError BAD_USER_INPUT for invalid paging arguments
 */
export async function listInBusiness<Each, Filter>(
  context: ReachContext,
  reader: {
    list(request: RowListRequest<Filter>): RowPage<Each>
  },
  asked: {
    readonly kind: RowKind
    /** The id of the business. */
    readonly uuid: BusinessId
    readonly args: PageArgs
    readonly filter: Filter
    readonly extent?: ListExtent
  },
): Promise<RowPage<Each>> {
  const page = readListPage(asked.args, asked.kind, asked.uuid)
  const books = await openReachedBooks(context, asked.uuid)
  return reader.list({ books, filter: asked.filter, page, extent: asked.extent ?? 'whole' })
}
