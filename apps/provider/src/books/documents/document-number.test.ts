import { describe, expect, it } from 'vitest'
import { countedNumberOf, nextDocumentNumber } from './document-number.ts'

describe(countedNumberOf, () => {
  it.each([
    ['1', 1n],
    ['0007', 7n],
    ['TK-019', 19n],
    ['2026/11-5', 5n],
    ['8'.repeat(30), (8n * (10n ** 30n - 1n)) / 9n],
    // The numbers after them would be too long.
    ['9'.repeat(30), undefined],
    [`${'A'.repeat(49)}9`, undefined],
    [`${'A'.repeat(49)}8`, 8n],
    ['A', undefined],
    ['', undefined],
    ['A-', undefined],
    ['7b', undefined],
    ['٣', undefined],
    ['1'.repeat(31), undefined],
  ])('the number in %j is %s', (documentNumber, counted) => {
    expect(countedNumberOf(documentNumber)).toBe(counted)
  })
})

describe(nextDocumentNumber, () => {
  it.each([
    [undefined, '1'],
    ['A', '1'],
    ['1', '2'],
    ['9', '10'],
    ['0007', '0008'],
    ['TK-019', 'TK-020'],
    ['TK-999', 'TK-1000'],
    ['2026-0099', '2026-0100'],
    ['12345678901234567890', '12345678901234567891'],
  ])('returns the number after %s: %s', async (largest, next) => {
    expect(await nextDocumentNumber(largest, () => Promise.resolve(false))).toBe(next)
  })

  it('skips numbers that are in use', async () => {
    const taken = new Set(['A-10', 'A-11'])
    expect(await nextDocumentNumber('A-09', (number) => Promise.resolve(taken.has(number)))).toBe('A-12')
  })
})
