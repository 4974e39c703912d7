import { describe, expect, it } from 'vitest'
import { countedNumberOf, nextDocumentNumber } from './document-number.ts'

describe(countedNumberOf, () => {
  it.each([
    ['1', 1n],
    ['0007', 7n],
    ['TK-019', 19n],
    ['2026/11-5', 5n],
    ['9'.repeat(30), 10n ** 30n - 1n],
    ['A', undefined],
    ['', undefined],
    ['A-', undefined],
    ['7b', undefined],
    ['٣', undefined],
    ['1'.repeat(31), undefined],
  ])('%j counts as %s', (documentNumber, counted) => {
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
  ])('after %s comes %s', (largest, next) => {
    expect(nextDocumentNumber(largest)).toBe(next)
  })
})
