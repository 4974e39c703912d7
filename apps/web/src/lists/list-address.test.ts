import { describe, expect, it } from 'vitest'
import {
  nextSort,
  parseListAddress,
  printListAddress,
  sortDirection,
  withFilter,
  type ListShape,
} from './list-address.ts'

const SHAPE: ListShape = {
  filters: {
    state: { kind: 'choice', values: ['late', 'paid'] },
    customer: { kind: 'text' },
    from: { kind: 'day' },
    q: { kind: 'text' },
  },
  sorts: ['-date', 'date', 'due', '-due'],
}
const parse = (search: string) => parseListAddress(search, SHAPE)

describe('the address of a list', () => {
  it.each([
    ['', {}, '-date'],
    ['?state=late&sort=due', { state: 'late' }, 'due'],
    ['q=%20104%20', { q: '104' }, '-date'],
    ['?customer=QQ%3D%3D&from=2026-02-28', { customer: 'QQ==', from: '2026-02-28' }, '-date'],
    ['?state=late&state=paid', { state: 'late' }, '-date'],
  ])('contains filters and order: %s', (search, filters, sort) => {
    expect(parse(search)).toEqual({ filters, sort })
  })

  it.each([
    '?state=lost',
    '?state=constructor',
    '?from=2026-02-30',
    '?from=26-2-3',
    '?from=2026-13-01',
    '?q=',
    '?q=%20',
    `?q=${'1'.repeat(201)}`,
    '?sort=-customer',
    '?sort=',
    '?other=1',
    '?__proto__=1',
    '?q=%E0%A4%A',
  ])('ignores unknown and invalid parameters: %s', (search) => {
    expect(printListAddress(parse(search), SHAPE)).toBe(search.includes('%E0') ? '?q=%EF%BF%BD%25A' : '')
  })

  it('omits default values, and prints the rest in a fixed order', () => {
    expect(printListAddress(parse('?sort=-date&q=104&state=paid'), SHAPE)).toBe('?state=paid&q=104')
    expect(printListAddress(parse('?sort=due&q=a%26b'), SHAPE)).toBe('?q=a%26b&sort=due')
  })

  it('is unchanged after printing and parsing', () => {
    const address = parse(
      `?state=late&customer=${'QQ'.repeat(60)}%3D&from=2024-02-29&q=%C3%A9t%C3%A9&sort=-due`,
    )
    expect(parse(printListAddress(address, SHAPE))).toEqual(address)
  })

  it('sets and removes a filter without changing the others', () => {
    const late = withFilter(parse('?q=1&sort=due'), { name: 'state', value: 'late' })
    expect(printListAddress(late, SHAPE)).toBe('?state=late&q=1&sort=due')
    expect(printListAddress(withFilter(late, { name: 'state', value: undefined }), SHAPE)).toBe(
      '?q=1&sort=due',
    )
    expect(withFilter(late, { name: 'q', value: '' }).filters).toEqual({ state: 'late' })
  })

  it('sorts a column in its default direction first, then in the other', () => {
    const start = parse('')
    expect(sortDirection(start, { column: 'date' })).toBe('descending')
    expect(sortDirection(start, { column: 'due' })).toBeUndefined()
    expect(nextSort(start, { column: 'date', shape: SHAPE })).toBe('date')
    expect(nextSort(start, { column: 'due', shape: SHAPE })).toBe('due')
    expect(nextSort(parse('?sort=due'), { column: 'due', shape: SHAPE })).toBe('-due')
    expect(sortDirection(parse('?sort=due'), { column: 'due' })).toBe('ascending')
  })
})
