import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOUNS } from '../src/books/nouns.ts'
import { joinSchema } from './join-schema.ts'

const BASE = 'type Query { "Always." _: Boolean }'

describe(joinSchema, () => {
  it('merges the fields that nouns add to one type, sorted by name', () => {
    expect(joinSchema([BASE, 'extend type Query { b: Int }', 'extend type Query { a: Int }'])).toBe(
      'type Query {\n  "Always."\n  _: Boolean\n  a: Int\n  b: Int\n}\n',
    )
  })

  it('omits the @source directive of a type', () => {
    expect(joinSchema(['type User @source(type: "./user.ts#User") @key { id: ID! }'])).toBe(
      'type User @key {\n  id: ID!\n}\n',
    )
  })

  it.each([
    [['type User { id: ID! }', 'type User { id: ID! }'], 'Two nouns define User'],
    [
      [BASE, 'extend type Query { a: Int }', 'extend type Query { a: Int }'],
      'Two nouns define the field Query.a',
    ],
    [[BASE, 'extend type Business { a: Int }'], 'No noun defines the type Business that is extended'],
  ])('refuses %j', (texts, message) => {
    expect(() => joinSchema(texts)).toThrow(message)
  })
})

describe('the list of nouns', () => {
  it('contains the SDL of every folder of the books once', async () => {
    const files = await readdir(new URL('../src/books', import.meta.url), { recursive: true })
    const written = files.filter((file) => file.endsWith('.graphql')).map((file) => basename(file))
    const listed = NOUNS.map(({ sdl }) => basename(sdl.pathname))
    expect(listed.toSorted()).toEqual([...written, 'foundation.graphql'].toSorted())
  })
})
