import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CAPACITY_PAGE, putTables } from './capacity-page.ts'
import { capacityTables } from './capacity-table.ts'
import { readCosts } from './costs.ts'
import { estimate } from './estimate.ts'

describe('docs/capacity.md', () => {
  it('contains the figures computed from the last measurements; `npm run bench -- capacity` updates them', () => {
    const page = readFileSync(CAPACITY_PAGE, 'utf8')
    expect(putTables(page, capacityTables(readCosts()))).toBe(page)
  })

  it('estimates a hundred times the load for a hundred times as many people', () => {
    const costs = readCosts()
    const [some, many] = [estimate(costs, 1e6), estimate(costs, 1e8)]
    expect(many.redisBytes / some.redisBytes).toBeCloseTo(100)
    expect(many.queriesPerSecond / some.queriesPerSecond).toBeCloseTo(100)
    expect(many.databaseBytes / some.databaseBytes).toBeCloseTo(100)
  })
})
