import type { BusinessId } from '@counterfoil/oauth/ids'
import DataLoader from 'dataloader'
import { buildPageInfo, type PageInfo, type PageRequest } from '#caller/paging.ts'
import type { RowId, RowKey, RowKind } from './book-ids.ts'
import type { Books } from './open-books.ts'

/** A row of a business as its store returns it. */
export type Row<Kind extends RowKind> = RowKey<Kind> & { readonly books: Books }

/** Converts a database row whose columns have the names of the members; adds the opened books. */
export function readNamed<Columns extends { readonly business_id: BusinessId }>(row: Columns, books: Books) {
  const { business_id: businessId, ...columns } = row
  return { ...columns, businessId, books }
}

/** The key of a row to read, with the opened books. */
export type AskedRow<Kind extends RowKind> = { readonly books: Books; readonly id: RowId<Kind> }

/**
 * The extent to which a row is read: the fields that lists usually show, or all. A brief row has the type of a whole row, so only
 * callers that read no other field may request one.
 */
export type Extent = 'brief' | 'whole'

/**
 * The extent of a list. It may name the requested fields of a brief row; those of related rows are named like `items.quantity`. A
 * store may read the related rows in the same statement.
 */
export type ListExtent = Extent | { readonly briefFields: readonly string[] }

/** A request for a page of a list of a business. `filter` is plain data and may include the order. */
export type RowListRequest<Filter> = {
  readonly books: Books
  readonly filter: Filter
  readonly page: PageRequest
  readonly extent?: ListExtent
}

/** A page of rows. The rows and the total are each read only if requested. */
export type RowPage<Each> = {
  readonly edges: () => Promise<readonly { readonly node: Each }[]>
  readonly pageInfo: () => Promise<PageInfo>
}

/** Reads rows of several businesses in one statement each. */
export type RowStore<Kind extends RowKind, Each extends Row<Kind>, Filter> = {
  findMany(asked: readonly AskedRow<Kind>[], extent: Extent): Promise<readonly Each[]>
  /** Reads the same page of the list of each business. */
  listMany(
    books: readonly Books[],
    filter: Filter,
    page: PageRequest,
    extent: ListExtent,
  ): Promise<readonly Each[]>
  /** Returns for each filter the number of rows by the id of the business; a business without any is missing. */
  countMany(
    books: readonly Books[],
    filters: readonly Filter[],
  ): Promise<readonly ReadonlyMap<string, number>[]>
}

/** Reads rows for one request, in batches. */
export type RowReader<Kind extends RowKind, Each extends Row<Kind>, Filter> = {
  /** Null for an id that is not of a row of this business. */
  find(books: Books, id: RowId<Kind>, extent?: Extent): Promise<Each | null>
  /** Returns a row that another row refers to: a foreign key guarantees that it exists. */
  follow(books: Books, id: RowId<Kind>, extent?: Extent): Promise<Each>
  list(request: RowListRequest<Filter>): RowPage<Each>
}

type FoundRow<Kind extends RowKind> = AskedRow<Kind> & {
  readonly extent: Extent
  /** True if a missing row is an error. */
  readonly mustExist: boolean
}

/** Returns the key of a row, unique among all businesses. */
export function keyOf({ businessId, id }: { readonly businessId: string; readonly id: string }): string {
  return `${businessId};${id}`
}

/** Options of loaders of mutable rows. They cache nothing, because a later mutation of the request may change the next read. */
export const BATCH_ONLY = { cache: false }

/** Creates a function that loads rows by id and batches simultaneous calls. */
export function createFinder<Kind extends RowKind, Each extends Row<Kind>>(
  findMany: (asked: readonly AskedRow<Kind>[]) => Promise<readonly Each[]>,
): (books: Books, id: RowId<Kind>) => Promise<Each | null> {
  const loader = new DataLoader(async (asked: readonly AskedRow<Kind>[]): Promise<(Each | null)[]> => {
    const found = new Map((await findMany(asked)).map((row) => [keyOf(row), row]))
    return asked.map(({ books, id }) => found.get(keyOf({ businessId: books.businessId, id })) ?? null)
  }, BATCH_ONLY)
  return (books, id) => loader.load({ books, id })
}

type Owner = { readonly businessId: string; readonly id: string }

/**
 * Creates a function that loads related rows for one request: one statement per batch, with each owner once.
 *
 * @param read Returns the values by `keyOf` the owner; an owner without any is missing.
 */
export function createRelation<Each extends Owner, Value>(
  read: (owners: readonly Each[]) => Promise<ReadonlyMap<string, readonly Value[]>>,
): (owner: Each) => Promise<readonly Value[]> {
  const loader = new DataLoader(async (asked: readonly Each[]) => {
    const owners = new Map(asked.map((owner) => [keyOf(owner), owner]))
    const found = await read([...owners.values()])
    return asked.map((owner) => found.get(keyOf(owner)) ?? [])
  }, BATCH_ONLY)
  return (owner) => loader.load(owner)
}

/** Creates a reader with one statement for each kind of list, for any number of businesses. */
export function createRowReader<Kind extends RowKind, Each extends Row<Kind>, Filter>(
  store: RowStore<Kind, Each, Filter>,
): RowReader<Kind, Each, Filter> {
  const found = new DataLoader(async (asked: readonly FoundRow<Kind>[]): Promise<(Each | Error | null)[]> => {
    const keys = asked.map(({ books, id }) => keyOf({ businessId: books.businessId, id }))
    const once = new Map(asked.map((each, index) => [keys[index], each]))
    const extent = asked.every((each) => each.extent === 'brief') ? 'brief' : 'whole'
    const rows = new Map((await store.findMany([...once.values()], extent)).map((row) => [keyOf(row), row]))
    return keys.map((key, index) => {
      const row = rows.get(key)
      if (row !== undefined) return row
      return asked[index]?.mustExist === true ? new Error('A row refers to what is not there') : null
    })
  }, BATCH_ONLY)

  const listed = new DataLoader(
    batchAlike(async (books, { filter, page, extent = 'whole' }: RowListRequest<Filter>) => {
      const listed = await store.listMany(books, filter, page, extent)
      const rows = Map.groupBy(listed, ({ businessId }) => businessId)
      return ({ businessId }) => rows.get(businessId) ?? []
    }),
    BATCH_ONLY,
  )

  const counted = new DataLoader(async (requests: readonly RowListRequest<Filter>[]) => {
    const books = new Map(requests.map((request) => [request.books.businessId, request.books]))
    const filters = new Map(requests.map(({ filter }) => [JSON.stringify(filter), filter]))
    const counts = await store.countMany([...books.values()], [...filters.values()])
    const places = new Map([...filters.keys()].map((key, place) => [key, place]))
    return requests.map(({ filter, books: { businessId } }) => {
      const place = places.get(JSON.stringify(filter)) ?? 0
      return counts[place]?.get(businessId) ?? 0
    })
  }, BATCH_ONLY)

  return {
    find: (books, id, extent = 'whole') => found.load({ books, id, extent, mustExist: false }),
    // The loader rejects for a missing row, which saves one promise for each referring row.
    follow: (books, id, extent = 'whole') =>
      found.load({ books, id, extent, mustExist: true }) as Promise<Each>,
    list(request) {
      let rows: Promise<readonly Each[]> | undefined
      return {
        async edges() {
          rows ??= listed.load(request)
          return (await rows).map((node) => ({ node }))
        },
        async pageInfo() {
          // All fields of a page start in the same turn. After it, `rows` is set if edges are requested.
          await Promise.resolve()
          const total = (await countOnFirstPage(request.page, rows)) ?? (await counted.load(request))
          return buildPageInfo(request.page, total)
        },
      }
    },
  }
}

/** Returns the total of a list whose first page is not full; undefined if it must be counted. */
async function countOnFirstPage(
  { page, limit, afterId }: PageRequest,
  rows: Promise<readonly unknown[]> | undefined,
): Promise<number | undefined> {
  if (rows === undefined || page > 1 || afterId !== undefined) return undefined
  const { length } = await rows
  return length < limit ? length : undefined
}

/**
 * Batches requests that differ only in their business.
 *
 * @param read Called once for all books with otherwise equal requests.
 */
export function batchAlike<Request extends { readonly books: Books }, Answer>(
  read: (books: readonly Books[], request: Request) => Promise<(books: Books) => Answer>,
): (requests: readonly Request[]) => Promise<readonly Answer[]> {
  return async (requests) => {
    const [only, ...further] = requests
    if (only !== undefined && further.length === 0) return [(await read([only.books], only))(only.books)]
    const groups = Map.groupBy(requests, shapeOf)
    const answers = new Map(
      await Promise.all(
        [...groups].map(async ([shape, [first, ...others]]) => {
          const businesses = new Map(
            [first, ...others].flatMap((each) => (each ? [[each.books.businessId, each.books]] : [])),
          )
          return [shape, first && (await read([...businesses.values()], first))] as const
        }),
      ),
    )
    return requests.map((request) => {
      const answer = answers.get(shapeOf(request))
      if (answer === undefined) throw new Error('A list was asked for and not read')
      return answer(request.books)
    })
  }
}

function shapeOf(request: { readonly books: Books }): string {
  return JSON.stringify({ ...request, books: undefined })
}
