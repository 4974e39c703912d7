import { describe, expect, it } from 'vitest'
import { ALL_LANGUAGES, allLanguages, PART_WORDS } from './all-words.ts'
import { spellingOf } from './whole-date.ts'
import { createFormat } from './format.ts'
import { toEuropeanFrench } from '@counterfoil/design/european-french'

/** Returns every message; functions are called with numbers. */
function textsOf(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return [String((words as (...given: unknown[]) => unknown)(1, 2, 3, 4))]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : []
}

describe('French messages', () => {
  it('use Canadian terms, and European ones for a reader in Europe', async () => {
    const european = allLanguages({ isEuropeanFrench: true }).fr
    const emailOf = async ({ parts }: typeof european) => (await parts.await('forms')).field.email
    expect([await emailOf(ALL_LANGUAGES.fr), await emailOf(european)]).toEqual(['Courriel', 'E-mail'])
    expect((await european.parts.await('leaving')).profile.email).toBe('Adresse e-mail')
    expect(allLanguages({}).fr).toBe(ALL_LANGUAGES.fr)
  })

  it('contain no Canadian term for a reader in Europe', () => {
    const canadian = /courriel|cellulaire/i
    const all = { ...ALL_LANGUAGES.fr.t, parts: PART_WORDS.fr }
    expect(textsOf(all).filter((text) => canadian.test(text)).length).toBeGreaterThan(8)
    expect(textsOf(toEuropeanFrench(all)).filter((text) => canadian.test(text))).toEqual([])
  })

  it('format amounts as in the country of the reader', () => {
    const amount = (region: { readonly isEuropeanFrench?: true }) =>
      createFormat(spellingOf('fr', region), 'UTC', 0).amount('-1234.50', 'CAD')
    expect(amount({})).toBe('−\u20601\u00a0234,50\u00a0$')
    expect(amount({ isEuropeanFrench: true })).toBe('−\u20601\u00a0234,50\u00a0$CA')
  })
})
