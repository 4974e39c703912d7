import { describe, expect, it } from 'vitest'
import { joinRows, nextPages, restPages, showRows } from './list-rows.ts'

const row = (id: string, value = 0) => ({ id, value })
const rows = (...ids: readonly string[]) => ids.map((id) => row(id))

describe('the rows of a list', () => {
  it('are joined page after page', () => {
    expect(joinRows(rows('a', 'b'), rows('c', 'd'))).toEqual(rows('a', 'b', 'c', 'd'))
    expect(joinRows([], rows('a'))).toEqual(rows('a'))
  })

  it('are shown once, in place and with new values, if a page repeats them', () => {
    expect(joinRows(rows('a', 'b'), [row('b', 7), row('c')])).toEqual([row('a'), row('b', 7), row('c')])
  })

  it.each([
    [50, 412, [2, 3]],
    [150, 412, [4, 5]],
    [400, 412, [9]],
    [50, 60, [2]],
    [50, 50, []],
    [412, 412, []],
    // A row was removed meanwhile: the page that contained it is read again.
    [99, 412, [2, 3]],
  ])('after %i of %i continue with the next hundred on the pages %j', (loaded, total, pages) => {
    expect(nextPages({ loaded, total })).toEqual(pages.map((page) => ({ page, pageSize: 50 })))
  })

  it.each([
    [50, 412, [1, 2]],
    [250, 412, [2]],
    [412, 412, []],
    [0, 0, []],
    [0, 251, [1, 2]],
    [0, 10_000, Array.from({ length: 40 }, (_, index) => index + 1)],
  ])('after %i of %i continue with the rest on the large pages %j', (loaded, total, pages) => {
    expect(restPages({ loaded, total })).toEqual(pages.map((page) => ({ page, pageSize: 250 })))
  })

  it('keep their order when new values arrive', () => {
    const held = { rows: rows('a', 'b', 'c'), total: 3, seenTotal: 3 }
    const fresh = { rows: [row('n'), row('a', 5)], total: 5 }
    expect(showRows(held, fresh)).toEqual({ ...held, rows: [row('a', 5), row('b'), row('c')], drift: 2 })
    expect(showRows(held, { rows: rows('b'), total: 1 })?.drift).toBe(-2)
    expect(showRows(held, undefined)?.drift).toBe(0)
    expect(showRows({ ...held, seenTotal: 4 }, { rows: held.rows, total: 3 })?.drift).toBe(1)
    expect(showRows(undefined, fresh)).toEqual({ ...fresh, seenTotal: 5, drift: 0 })
    expect(showRows(undefined, undefined)).toBeUndefined()
  })
})
