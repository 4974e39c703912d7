import { readSettings } from '@counterfoil/service/settings/config-faults'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readGraphqlSettings } from '#graphql/limits/graphql-settings.ts'
import { createKnownDocuments, MAX_CACHED_CHARACTERS, MAX_CACHED_DOCUMENTS } from './known-documents.ts'

describe(createKnownDocuments, () => {
  const open = () =>
    createKnownDocuments(buildSchema('type Query { a: Int }'), readGraphqlSettings(readSettings({})).limits)

  it('keeps the most recently used documents', () => {
    const documents = open()
    const first = documents.read('{ a }')
    for (let index = 1; index < MAX_CACHED_DOCUMENTS; index += 1) documents.read(`{ a${index}: a }`)
    expect(documents.read('{ a }')).toBe(first)
    documents.read('{ oneMore: a }')
    expect(documents.read('{ a }')).toBe(first)
    expect(documents.has('{ a1: a }')).toBe(false)
  })

  it('does not keep long documents', () => {
    const documents = open()
    for (const length of [MAX_CACHED_CHARACTERS, MAX_CACHED_CHARACTERS + 1]) {
      const text = '{ a }'.padEnd(length)
      documents.read(text)
      expect(documents.has(text)).toBe(length === MAX_CACHED_CHARACTERS)
    }
  })
})
