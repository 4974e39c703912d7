import { buildSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createCostEstimate } from './document-cost.ts'

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

  it('stays right for more page sizes than it remembers', () => {
    const costOf = createCostEstimate(schema)
    for (let size = 1; size <= 200; size += 1) {
      expect(costOf(document, asked('One', { size }))).toBe(1 + size)
    }
  })
})
