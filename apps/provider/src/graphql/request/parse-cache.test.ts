import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createParseCache, MAX_CACHED_CHARACTERS } from './known-documents.ts'

describe(createParseCache, () => {
  const document = parse('{ a }')

  it('keeps the most recently used entries', () => {
    const cache = createParseCache()
    cache.set('first', document)
    for (let index = 0; index < 499; index += 1) cache.set(`other ${index}`, document)
    expect(cache.get('first')).toBe(document)
    cache.set('one more', document)
    expect(cache.get('first')).toBe(document)
    expect(cache.get('other 0')).toBeUndefined()
  })

  it('does not keep long documents', () => {
    const cache = createParseCache()
    cache.set('x'.repeat(MAX_CACHED_CHARACTERS), document)
    cache.set('x'.repeat(MAX_CACHED_CHARACTERS + 1), document)
    expect(cache.get('x'.repeat(MAX_CACHED_CHARACTERS))).toBe(document)
    expect(cache.get('x'.repeat(MAX_CACHED_CHARACTERS + 1))).toBeUndefined()
  })
})
