import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMessageFaults, parseSection } from '@counterfoil/testkit/rule-catalogue'
import { expect, it } from 'vitest'
import { Html } from '#html/html.ts'
import { wordsFor } from './words.ts'

const CATALOGUE_OF_RULES = join(import.meta.dirname, '../../../../docs/rules-to-tests.txt')

function keysOf(value: unknown, key = ''): readonly string[] {
  const isGroup =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Html)
  if (!isGroup) return [key]
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, key === '' ? name : `${key}.${name}`))
}

it('every message of Harbour’s pages is listed with the test of its claim, or as making none', async () => {
  const rules = parseSection(await readFile(CATALOGUE_OF_RULES, 'utf8'), 'What the pages of Harbour claim')
  expect(findMessageFaults(keysOf(wordsFor('en', 'Harbour')), rules)).toEqual([])
})
