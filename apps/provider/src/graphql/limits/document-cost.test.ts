import { buildSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createCostEstimate, estimateCost } from './document-cost.ts'

const schema = buildSchema(`
  directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
  type Query { things(pageSize: Int = 10): [Thing], old(on: String @cost(weight: 100)): Int }
  type Thing { name: String }
`)
const document = parse(`
  query One($size: Int) { things(pageSize: $size) { name } }
  query Other { things { name } }
`)
const asked = (operationName: string | undefined, variables: Readonly<Record<string, unknown>> = {}) => ({
  operationName,
  variables,
})

describe(createCostEstimate, () => {
  it('is of the operation and the page size that this call asks for, whatever was asked before', () => {
    const costOf = createCostEstimate(schema)
    const costs = () => [
      costOf(document, asked('One', { size: 3 })),
      costOf(document, asked('One', { size: 200 })),
      costOf(document, asked('One', { size: '200' })),
      costOf(document, asked('One')),
      costOf(document, asked('Other', { size: 3 })),
      costOf(document, asked(undefined, { size: 3 })),
    ]
    expect(costs()).toEqual([4, 201, 11, 11, 11, 15])
    expect(costs()).toEqual(costs())
  })

  it('counts an argument that a variable gives something, and not one that it gives nothing', () => {
    const costOf = createCostEstimate(schema)
    const dated = parse('query ($on: String) { old(on: $on) }')
    const costs = () =>
      [{}, { on: '2026-01-01' }, { on: null }].map((each) => costOf(dated, asked(undefined, each)))
    expect(costs()).toEqual([1, 101, 1])
    expect(costs()).toEqual([1, 101, 1])
  })

  it('counts what stands in the document itself, beside what its variables say', () => {
    const costOf = createCostEstimate(schema)
    const both = parse(
      'query ($size: Int) { things(pageSize: 3) { name } all: things(pageSize: $size) { name } }',
    )
    expect([5, 7].map((size) => costOf(both, asked(undefined, { size })))).toEqual([1 + 3 + 6, 1 + 3 + 8])
  })

  it('stays right for more page sizes than it remembers', () => {
    const costOf = createCostEstimate(schema)
    for (let size = 1; size <= 200; size += 1) {
      expect(costOf(document, asked('One', { size }))).toBe(1 + size)
    }
  })
})

describe(estimateCost, () => {
  const own = buildSchema(`
    directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
    directive @listSize(assumedSize: Int!) on FIELD_DEFINITION
    interface Named { name: String }
    type Query {
      one: Thing, all: [Thing], each: [Thing!]!, named: Named
      some: [Thing] @listSize(assumedSize: 7)
      page(on: String @cost(weight: 100), pageSize: Int = 10): ThingConnection
      open(pageSize: Int): ThingConnection
      sure: Thing!
      dear: Thing @cost(weight: 20)
      two(a: Int @cost(weight: 3), b: Int): Int
    }
    type Mutation { make: Thing }
    type Thing implements Named { name: String, inner: Thing, edges: [Thing] }
    type ThingConnection { edges: [ThingEdge], others: [Thing] }
    type ThingEdge { node: Thing }
  `)
  const costOf = (text: string, variables: Readonly<Record<string, unknown>> = {}, name?: string | null) =>
    estimateCost(own, parse(text), name, variables)

  it.each([
    ['each field', '{ one { name inner { name } } }', 4],
    ['a thing that is never null once', '{ sure { name } }', 2],
    ['a list as five entries', '{ all { name } }', 1 + 5],
    ['a list that is never null too', '{ each { name } }', 1 + 5],
    ['a list as many as it says', '{ some { name } }', 1 + 7],
    ['lists in lists, each times the other', '{ all { edges { name } } }', 1 + 5 * (1 + 5)],
    ['a page as its default, its edges once', '{ page { edges { node { name } } } }', 1 + 10 * 3],
    ['another list of a page as any list', '{ page { others { name } } }', 1 + 10 * (1 + 5)],
    ['a page as large as asked', '{ page(pageSize: 3) { edges { node { name } } } }', 1 + 3 * 3],
    ['a page by its size alone', '{ page(on: null, pageSize: 3) { edges { node { name } } } }', 1 + 3 * 3],
    ['a page that is given something else', '{ page(on: null) { edges { node { name } } } }', 1 + 10 * 3],
    ['no page as less than one', '{ page(pageSize: 0) { edges { node { name } } } }', 1 + 3],
    ['no page as more than the largest', '{ page(pageSize: 900) { edges { node { name } } } }', 1 + 250 * 3],
    ['a page that says no size as the largest', '{ open { edges { node { name } } } }', 1 + 250 * 3],
    ['a dear field as what it says more', '{ dear { name } }', 1 + 20 + 1],
    ['an argument that is given', '{ two(a: 1, b: 2) }', 1 + 3],
    ['no argument that is given nothing', '{ two(a: null, b: 2) }', 1],
    ['no argument that is left out', '{ two }', 1],
    ['nothing of introspection', '{ __schema { types { name } } __typename }', 0],
    ['a field that nobody knows once, whatever is in it', '{ unknown { all { name } } }', 1],
    ['fields of an interface', '{ named { name } }', 2],
    [
      'inline fragments, with and without a type',
      '{ ... { one { name } } ... on Query { one { name } } }',
      4,
    ],
    ['fields of a fragment of a type that nobody knows', '{ ... on Nothing { one { name } } }', 1],
    ['those of one with a name too', '{ ...F } fragment F on Nothing { one { name } }', 1],
    [
      'a fragment where it is spread',
      '{ one { ...F } all { ...F } } fragment F on Thing { name }',
      2 + 1 + 5,
    ],
    ['nothing for a fragment that is not there', '{ one { ...G } }', 1],
    ['nothing for a fragment inside itself', '{ one { ...F } } fragment F on Thing { name ...F }', 2],
    ['a change', 'mutation { make { name } }', 2],
  ])('counts %s', (_, text, cost) => {
    expect(costOf(text)).toBe(cost)
  })

  it('counts by its own rules where the schema says nothing of costs', () => {
    const plain = buildSchema(`
      type Query { one: Thing @deprecated(reason: "old"), all: [Thing] @deprecated(reason: "old") }
      type Thing { name: String }
    `)
    expect(estimateCost(plain, parse('{ one { name } all { name } }'), undefined, {})).toBe(2 + 1 + 5)
  })

  it('looks into a fragment once, however often it is spread: forty that double each other are counted', () => {
    const levels = Array.from({ length: 40 }, (_, level) =>
      level === 39
        ? `fragment F39 on Thing { name }`
        : `fragment F${level} on Thing { ...F${level + 1} ...F${level + 1} }`,
    )
    expect(costOf(`{ one { ...F0 } } ${levels.join(' ')}`)).toBe(1 + 2 ** 39)
  })

  it('counts the operation that is asked for, or all where none is named', () => {
    const text = 'query A { one { name } } query B { all { name } }'
    expect([costOf(text, {}, 'A'), costOf(text, {}, 'B')]).toEqual([2, 6])
    expect([costOf(text), costOf(text, {}, null), costOf(text, {}, 'C')]).toEqual([8, 8, 0])
    expect(costOf('{ one { name } }', {}, 'A')).toBe(0)
  })
})
