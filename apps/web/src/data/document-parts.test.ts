import { describe, expect, it } from 'vitest'
import { ProfileDocument } from '#generated/operations.ts'
import { hashOf, nameOf } from './graphql-query.ts'

describe(nameOf, () => {
  it('is the name of the one operation of a document', () => {
    expect(nameOf(ProfileDocument)).toBe('Profile')
  })

  it.each([
    ['nothing in it', []],
    ['an operation without a name', [{ kind: 'OperationDefinition' }]],
    ['a name that is none', [{ name: null }]],
    ['a name that is a text', [{ name: 'Profile' }]],
    ['a name without a value', [{ name: {} }]],
    ['a name whose value is no text', [{ name: { value: 7 } }]],
  ])('is empty for a document with %s', (_, definitions) => {
    expect(nameOf({ definitions })).toBe('')
  })
})

describe(hashOf, () => {
  it('is the SHA-256 that the generated document carries', () => {
    expect(hashOf(ProfileDocument)).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['nothing in it', []],
    ['no hash', [{ name: { value: 'Profile' } }]],
    ['a hash that is no text', [{ hash: 7 }]],
  ])('is none for a document with %s: it is not sent', (_, definitions) => {
    expect(hashOf({ definitions })).toBeUndefined()
  })
})
