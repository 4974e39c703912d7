import { describe, expect, it } from 'vitest'
import { parseBrowserId } from './browser-id.ts'

describe(parseBrowserId, () => {
  it('returns undefined for ids that the BFF did not create', () => {
    expect(parseBrowserId('aB0_-'.padEnd(22, 'z'))).toBe('aB0_-'.padEnd(22, 'z'))
    for (const value of [
      undefined,
      '',
      'a'.repeat(21),
      'a'.repeat(23),
      `${'a'.repeat(21)};`,
      `x ${'a'.repeat(22)}`,
    ])
      expect(parseBrowserId(value)).toBeUndefined()
  })
})
