import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES, namedCountries } from './countries.ts'

const SCHEMA = join(import.meta.dirname, '../../../../../../packages/graphql-schema/schema.graphql')

describe('the countries of a form', () => {
  it('are those that the provider takes', async () => {
    const [, text = ''] = /enum CountryCode \{([^}]*)\}/.exec(await readFile(SCHEMA, 'utf8')) ?? []
    expect(COUNTRY_CODES).toEqual(text.match(/\b[A-Z]{2}\b/g))
  })

  it.each([
    ['en', 'Germany', 'Åland Islands'],
    ['de', 'Deutschland', 'Ägypten'],
    ['fr', 'Allemagne', 'Égypte'],
  ] as const)('are named and sorted in %s: %s, and %s where its letter is', (locale, germany, accented) => {
    const named = namedCountries(locale)
    expect(named.find(({ id }) => id === 'DE')?.name).toBe(germany)
    expect(named.map(({ name }) => name).slice(0, 80)).toContain(accented)
    expect(new Set(named.map(({ name }) => name)).size).toBe(COUNTRY_CODES.length)
  })
})
