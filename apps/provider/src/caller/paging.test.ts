import { describe, expect, it } from 'vitest'
import { buildPage, MAX_PAGE_SIZE, readPageRequest } from './paging.ts'

describe(readPageRequest, () => {
  it.each([
    [{}, 10, { page: 1, limit: 10, offset: 0 }],
    [{ page: null, pageSize: null }, 45, { page: 1, limit: 45, offset: 0 }],
    [{ page: 3, pageSize: 20 }, 10, { page: 3, limit: 20, offset: 40 }],
    [{ page: 0 }, 10, { page: 1, limit: 10, offset: 0 }],
    [{ page: -7 }, 10, { page: 1, limit: 10, offset: 0 }],
    [{ pageSize: MAX_PAGE_SIZE }, 10, { page: 1, limit: 250, offset: 0 }],
    [{ pageSize: 1 }, 10, { page: 1, limit: 1, offset: 0 }],
  ])('parses %j', (args, defaultSize, expected) => {
    expect(readPageRequest(args, defaultSize)).toEqual(expected)
  })

  it.each([0, -1, 251, 2_147_483_647])('refuses a page of %i', (pageSize) => {
    expect(() => readPageRequest({ pageSize }, 10)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: 'pageSize must be from 1 to 250.' }),
    )
  })
})

describe(buildPage, () => {
  const request = readPageRequest({ page: 2, pageSize: 10 }, 10)

  it.each([
    [0, 0],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])('%i entries are %i pages of ten', (totalCount, totalPages) => {
    expect(buildPage(request, [], totalCount).pageInfo).toEqual({ currentPage: 2, totalPages, totalCount })
  })

  it('wraps each node in an edge', () => {
    expect(buildPage(request, ['a', 'b'], 12).edges).toEqual([{ node: 'a' }, { node: 'b' }])
  })
})
