import { describe, expect, it } from 'vitest'
import { findFramingFault } from './framing.ts'

describe(findFramingFault, () => {
  it.each([
    [{ 'content-type': 'application/json' }, undefined],
    [{ 'content-type': 'application/json; charset=utf-8' }, undefined],
    [{ 'content-type': 'application/json', 'content-length': '100' }, undefined],
    [{ 'content-type': 'application/json', 'content-length': '101' }, 'payload-too-large'],
    [{ 'content-type': 'text/plain' }, 'unsupported-media-type'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported-media-type'],
    [{ 'content-type': 'application/json; charset=utf-16' }, 'unsupported-media-type'],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'unsupported-media-type'],
    [{}, 'unsupported-media-type'],
  ])('classifies %j for a query', (headers, fault) => {
    expect(findFramingFault(headers, 'query', 100)).toBe(fault)
  })
  it('accepts only a form as a form', () => {
    const type = 'application/x-www-form-urlencoded'
    expect(findFramingFault({ 'content-type': type }, 'form', 100)).toBeUndefined()
    expect(findFramingFault({ 'content-type': type }, 'json', 100)).toBe('unsupported-media-type')
    expect(findFramingFault({ 'content-type': 'application/json' }, 'form', 100)).toBe(
      'unsupported-media-type',
    )
  })
})
