import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOfPage, shortestStretch, type Stretch } from './page-stretches.ts'

const upTo = (length: number) => Array.from({ length }, (_, index) => index)
const page = fc.record({ offset: fc.nat(60), limit: fc.integer({ min: 1, max: 20 }) })

function read(rows: readonly number[], { offset, limit, isFromEnd }: Stretch) {
  const way = isFromEnd ? rows.toReversed() : rows
  const found = way.slice(offset, offset + limit)
  return isFromEnd ? found.toReversed() : found
}

describe('the way to a page', () => {
  it('begins at the end once fewer rows are behind the page than in front of it', () => {
    expect(shortestStretch({ offset: 40, limit: 10 }, 90)).toEqual({
      offset: 40,
      limit: 10,
      isFromEnd: false,
    })
    expect(shortestStretch({ offset: 41, limit: 10 }, 90)).toEqual({ offset: 39, limit: 10, isFromEnd: true })
  })

  it('reads no more than there is on the last page, and nothing past it', () => {
    expect(shortestStretch({ offset: 90, limit: 10 }, 91)).toEqual({ offset: 0, limit: 1, isFromEnd: true })
    expect(shortestStretch({ offset: 90, limit: 10 }, 90)).toBeNull()
    expect(shortestStretch({ offset: 0, limit: 10 }, 0)).toBeNull()
  })

  it('leads to the same rows from either end, and never passes more than half of them', () => {
    fc.assert(
      fc.property(page, fc.nat(80), (asked, total) => {
        const stretch = shortestStretch(asked, total)
        const rows = upTo(total)
        const found = stretch === null ? [] : read(rows, stretch)
        expect(found).toEqual(rows.slice(asked.offset, asked.offset + asked.limit))
        expect((stretch?.offset ?? 0) * 2).toBeLessThanOrEqual(total)
      }),
    )
  })
})

describe('a page of a list of parts', () => {
  it('takes the rest of one part and the beginning of the next', () => {
    const parts = [{ total: 3 }, { total: 0 }, { total: 5 }, { total: 9 }]
    expect(partsOfPage(parts, { offset: 2, limit: 4 })).toEqual([
      { part: { total: 3 }, offset: 2, limit: 1 },
      { part: { total: 5 }, offset: 0, limit: 3 },
    ])
    expect(partsOfPage(parts, { offset: 17, limit: 4 })).toEqual([])
  })

  it('is the page of the parts joined', () => {
    fc.assert(
      fc.property(page, fc.array(fc.nat(12), { maxLength: 8 }), (asked, totals) => {
        let before = 0
        const parts = totals.map((total) => {
          const rows = upTo(total).map((index) => before + index)
          before += total
          return { total, rows }
        })
        const found = partsOfPage(parts, asked).flatMap(({ part, offset, limit }) =>
          part.rows.slice(offset, offset + limit),
        )
        expect(found).toEqual(upTo(before).slice(asked.offset, asked.offset + asked.limit))
      }),
    )
  })
})
