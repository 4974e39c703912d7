import { describe, expect, it } from 'vitest'
import { findChoices, findNamed, MAX_OFFERED, nextPage, type Choice, type ReadPages } from './choices.ts'

const choice = (name: string, id = name): Choice => ({ id, name })
const numbered = (index: number) => choice(`Customer ${String(index).padStart(5, '0')}`)

/** Returns a list of a provider in pages of ten, sorted by name. */
function listOf(names: readonly Choice[], read: readonly number[] = [1]): ReadPages {
  const page = (number: number) => names.slice((number - 1) * 10, number * 10)
  return {
    pageCount: Math.max(1, Math.ceil(names.length / 10)),
    pages: new Map(read.map((number) => [number, page(number)])),
  }
}

/** Reads pages until no further page is needed. */
function readAll(names: readonly Choice[], typed: string) {
  let read: readonly number[] = [1]
  for (;;) {
    const list = listOf(names, read)
    const page = nextPage(list, typed)
    if (page === undefined) return { read, offered: findChoices(list, typed).offered }
    expect(read).not.toContain(page)
    read = [...read, page]
  }
}

describe('the matching choices of a list', () => {
  const found = (names: readonly string[], typed: string) =>
    findChoices(listOf(names.map((name) => choice(name))), typed).offered.map(({ name }) => name)

  it('begin with names that start with the text, then those that contain it, ignoring case and accents', () => {
    const names = ['Ábaco', 'Zabaco', 'Fern & Co', 'ABACUS']
    expect(found(names, 'ABac')).toEqual(['Ábaco', 'ABACUS', 'Zabaco'])
    expect(found(names, ' fern  ')).toEqual(['Fern & Co'])
    expect(found(names, '')).toEqual(names)
    expect(found(names, 'oak')).toEqual([])
  })

  it('contain no duplicates if the list changed between two readings', () => {
    const list = { pageCount: 2, pages: new Map([2, 1].map((page) => [page, [choice('Fern')]])) }
    expect(findChoices(list, '')).toEqual({ offered: [choice('Fern')], count: 1 })
  })

  it('are at most fifty, with a total count', () => {
    const all = Array.from({ length: 60 }, (_, index) => numbered(index))
    const { offered, count } = findChoices(listOf(all, [1, 2, 3, 4, 5, 6]), 'cust')
    expect([offered.length, count]).toEqual([MAX_OFFERED, 60])
  })

  it('include an exact match by its full name, if it is unique', () => {
    const offered = [choice('Fern'), choice('Fern & Co'), choice('Oak', 'a'), choice('OAK', 'b')]
    expect(findNamed(offered, 'fern ')).toEqual(choice('Fern'))
    expect(findNamed(offered, 'Fer')).toBeUndefined()
    expect(findNamed(offered, 'Oak')).toBeUndefined()
  })
})

describe('the next page to read for a search text', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => numbered(index))

  it('is undefined for an empty text once enough choices are loaded', () => {
    const list = { pageCount: 20, pages: new Map([[1, many.slice(0, MAX_OFFERED)]]) }
    expect(nextPage(list, '')).toBeUndefined()
    expect(nextPage({ ...list, pages: new Map([[1, many.slice(0, MAX_OFFERED - 1)]]) }, '')).toBe(2)
  })

  it.each([0, 9, 10, 2_499, 4_990, 4_999])('finds customer %i of five thousand with few pages', (index) => {
    const { read, offered } = readAll(many, numbered(index).name)
    expect(offered[0]).toEqual(numbered(index))
    expect(read.length).toBeLessThanOrEqual(Math.ceil(Math.log2(500)) + 3)
  })

  it('finds part of a name in a list that is short enough to be read completely', () => {
    const names = [...many.slice(0, 390), choice('Zoe Fern')]
    expect(readAll(names, 'fern').offered).toEqual([choice('Zoe Fern')])
    expect(readAll(names, 'nobody')).toMatchObject({ offered: [], read: { length: 40 } })
  })

  it('searches a longer list by binary search, without reading all of it', () => {
    expect(readAll(many, 'nobody').read.length).toBeLessThan(12)
    const { offered, read } = readAll(many, 'customer 012')
    expect(offered).toHaveLength(50)
    expect(read.length).toBeLessThan(20)
  })

  it('finds every name by reading all pages if the provider sorts differently', () => {
    const odd = many.slice(0, 300).toSorted((one, other) => other.name.localeCompare(one.name))
    for (const index of [0, 17, 150, 299])
      expect(readAll(odd, numbered(index).name).offered[0]).toEqual(numbered(index))
  })

  it('is undefined if the list has become shorter meanwhile', () => {
    const list = {
      pageCount: 4,
      pages: new Map([1, 2, 3, 4].map((page) => [page, page === 1 ? [choice('Fern')] : []])),
    }
    expect(nextPage(list, 'oak')).toBeUndefined()
  })
})
