import { expect, it } from 'vitest'
import { readWeights } from './accept-header.ts'

it('reads what is asked for in its order, with its weight', () => {
  expect(readWeights('BR;q=0.5, *;level=1;q=1 ,gzip')).toEqual([
    { name: 'br', weight: 0.5 },
    { name: '*', weight: 1 },
    { name: 'gzip', weight: 1 },
  ])
})

it.each(['br;q=0', 'br;q=x', 'br;q='])('takes %j for a refusal', (header) => {
  expect(readWeights(header)).toEqual([{ name: 'br', weight: 0 }])
})

it('names nothing where nothing is asked for', () => {
  expect(readWeights(undefined)).toEqual([{ name: '', weight: 1 }])
})
