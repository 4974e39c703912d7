import { describe, expect, it } from 'vitest'
import { isChunkMissing } from './chunk-missing.ts'

describe(isChunkMissing, () => {
  it.each([
    'Failed to fetch dynamically imported module: https://app.example/assets/x.js',
    'error loading dynamically imported module: https://app.example/assets/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('recognises the message of each browser: %s', (message) => {
    expect(isChunkMissing(new TypeError(message))).toBe(true)
  })
  it('returns false for other errors', () => {
    expect(isChunkMissing(new TypeError('undefined is not a function'))).toBe(false)
    expect(isChunkMissing('Importing a module script failed.')).toBe(false)
  })
})
