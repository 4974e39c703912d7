import DataLoader from 'dataloader'
import type { Books } from '#books/open-books.ts'
import type {
  Account,
  AccountFilter,
  AccountId,
  AccountListRequest,
  AccountReader,
  PostingSums,
} from './account.ts'
import { buildPageInfo, type PageRequest } from '#caller/paging.ts'

/** Reads accounts of several businesses in one statement. */
export type AccountStore = {
  findMany(asked: readonly AccountAsked[]): Promise<readonly Account[]>
  /** The same page of each of the businesses. */
  listMany(books: readonly Books[], filter: AccountFilter, page: PageRequest): Promise<readonly Account[]>
  /** How many accounts each of the businesses has; one without any is missing. */
  countMany(books: readonly Books[], filter: AccountFilter): Promise<ReadonlyMap<string, number>>
  /** By {@link keyOf}. */
  sumPostings(accounts: readonly Account[]): Promise<ReadonlyMap<string, PostingSums>>
}

export type AccountAsked = { readonly books: Books; readonly id: AccountId }

/** Names an account among those of all businesses. */
export function keyOf(businessId: string, id: string): string {
  return `${businessId};${id}`
}

/** Nothing is kept: a mutation further down in the same request may change what the next field reads. */
const BATCH_ONLY = { cache: false }

/** What is asked for at once is read at once, one statement for each kind of list however many businesses have it. */
export function createAccountReader(store: AccountStore): AccountReader {
  const found = new DataLoader(async (asked: readonly AccountAsked[]) => {
    const accounts = await store.findMany(asked)
    const known = new Map(accounts.map((account) => [keyOf(account.businessId, account.id), account]))
    return asked.map(({ books, id }) => known.get(keyOf(books.businessId, id)) ?? null)
  }, BATCH_ONLY)

  const listed = new DataLoader(
    batchAlike(async (books, { filter, page }) => {
      const accounts = await store.listMany(books, filter, page)
      return (businessId) => accounts.filter((account) => account.businessId === businessId)
    }),
    BATCH_ONLY,
  )

  const counted = new DataLoader(
    batchAlike(async (books, { filter }) => {
      const counts = await store.countMany(books, filter)
      return (businessId) => counts.get(businessId) ?? 0
    }),
    BATCH_ONLY,
  )

  const summed = new DataLoader(async (accounts: readonly Account[]) => {
    const sums = await store.sumPostings(accounts)
    return accounts.map(({ businessId, id }) => sums.get(keyOf(businessId, id)) ?? { own: 0n, base: 0n })
  }, BATCH_ONLY)

  return {
    find: (books, id) => found.load({ books, id }),
    list: async (request) => ({
      edges: (await listed.load(request)).map((node) => ({ node })),
      request,
    }),
    count: async (request) => buildPageInfo(request.page, await counted.load(request)),
    sumPostings: (account) => summed.load(account),
  }
}

/** Answers requests that differ in nothing but the business together. */
function batchAlike<Answer>(
  read: (books: readonly Books[], request: AccountListRequest) => Promise<(businessId: string) => Answer>,
): (requests: readonly AccountListRequest[]) => Promise<readonly Answer[]> {
  return async (requests) => {
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
      return answer(request.books.businessId)
    })
  }
}

function shapeOf({ filter, page }: AccountListRequest): string {
  return JSON.stringify([filter, page])
}
