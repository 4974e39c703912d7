import { expect, it } from 'vitest'
import { readWeights } from './accept-header.ts'

it('returns the values in their order with their weights', () => {
  expect(readWeights('BR;q=0.5, *;level=1;q=1 ,gzip')).toEqual([
    { name: 'br', weight: 0.5 },
    { name: '*', weight: 1 },
    { name: 'gzip', weight: 1 },
  ])
})

it.each(['br;q=0', 'br;q=x', 'br;q='])('treats %j as a refusal', (header) => {
  expect(readWeights(header)).toEqual([{ name: 'br', weight: 0 }])
})

it('returns nothing for an empty header', () => {
  expect(readWeights(undefined)).toEqual([{ name: '', weight: 1 }])
})
