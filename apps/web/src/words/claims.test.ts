import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMessageFaults, parseSection } from '@counterfoil/testkit/rule-catalogue'
import { expect, it } from 'vitest'
import { PART_WORDS } from './all-words.ts'
import { en } from './en.ts'

const CATALOGUE_OF_RULES = join(import.meta.dirname, '../../../../docs/rules-to-tests.txt')
function keysOf(value: unknown, key = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key]
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, key === '' ? name : `${key}.${name}`))
}

it('every message of the app is listed with a test of its claim, or as one without a claim', async () => {
  const rules = parseSection(await readFile(CATALOGUE_OF_RULES, 'utf8'), 'What the pages of the app claim')
  expect(findMessageFaults([...keysOf(en), ...keysOf(PART_WORDS.en)], rules)).toEqual([])
})
