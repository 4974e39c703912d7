import { describe, expect, it } from 'vitest'
import { ProfileDocument } from '#generated/operations.ts'
import { hashOf, nameOf } from './graphql-query.ts'

describe(nameOf, () => {
  it('returns the name of the only operation of a document', () => {
    expect(nameOf(ProfileDocument)).toBe('Profile')
  })

  it.each([
    ['nothing in it', []],
    ['an operation without a name', [{ kind: 'OperationDefinition' }]],
    ['a name that is none', [{ name: null }]],
    ['a name that is a text', [{ name: 'Profile' }]],
    ['a name without a value', [{ name: {} }]],
    ['a name whose value is no text', [{ name: { value: 7 } }]],
  ])('returns an empty name for a document with %s', (_, definitions) => {
    expect(nameOf({ definitions })).toBe('')
  })
})

describe(hashOf, () => {
  it('returns the SHA-256 hash that the generated document contains', () => {
    expect(hashOf(ProfileDocument)).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['nothing in it', []],
    ['no hash', [{ name: { value: 'Profile' } }]],
    ['a hash that is no text', [{ hash: 7 }]],
  ])('returns undefined for a document with %s, which is not sent', (_, definitions) => {
    expect(hashOf({ definitions })).toBeUndefined()
  })
})
