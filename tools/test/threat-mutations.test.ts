import { readFileSync } from 'node:fs'
import { parseRules } from '@counterfoil/testkit/rule-catalogue'
import { describe, expect, it } from 'vitest'
import { applyMutation, findCitedFile, THREAT_MUTATIONS } from './testing/threat-mutations.ts'

const rules = parseRules(readFileSync('docs/rules-to-tests.txt', 'utf8'))

describe('the mutations of docs/threats.md', () => {
  it.each(THREAT_MUTATIONS)('change $file and name a test that threat $threat cites', (mutation) => {
    const source = readFileSync(mutation.file, 'utf8')
    expect(applyMutation(mutation, source)).not.toBe(source)
    expect(findCitedFile(mutation, rules), mutation.title).toBeDefined()
  })

  it('are refused if the text to replace is missing or occurs twice', () => {
    const mutation = { threat: 1, file: 'a.ts', edits: [['one', 'two']], title: '' } as const
    expect(applyMutation(mutation, 'one')).toBe('two')
    expect(() => applyMutation(mutation, 'two')).toThrow('a.ts has 0 times')
    expect(() => applyMutation(mutation, 'one one')).toThrow('a.ts has 2 times')
  })
})
