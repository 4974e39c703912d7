import { describe, expect, it } from 'vitest'
import { sampleConnection } from '#testing/samples.ts'
import { en } from '#words/en.ts'
import { byName } from './state-words.ts'

describe(byName, () => {
  it('sorts numbers by value, and accented letters next to their base letter', () => {
    const names = ['Wharf 10', 'Éclair & Cie', 'zebra', 'Wharf 2', 'Eddy', 'Fern']
    const sorted = byName(
      names.map((businessName) => sampleConnection({ businessName })),
      en,
      'fr',
    )
    expect(sorted.map(({ businessName }) => businessName)).toEqual([
      'Éclair & Cie',
      'Eddy',
      'Fern',
      'Wharf 2',
      'Wharf 10',
      'zebra',
    ])
  })
})
