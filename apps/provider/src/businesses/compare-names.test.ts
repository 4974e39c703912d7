import { expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'

it('names are sorted without regard to case and accents, and numbers in them by value', () => {
  expect(['Shop 10', 'Étoile', 'Shop 2', 'Fern', 'apple', 'Zed'].sort(compareNames)).toEqual([
    ...['apple', 'Étoile', 'Fern', 'Shop 2', 'Shop 10', 'Zed'],
  ])
})
