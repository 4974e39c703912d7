import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyMutation, findCitedFile, THREAT_MUTATIONS } from './threat-mutations.ts'

const threats = readFileSync('docs/threats.md', 'utf8')

describe('the mutations of docs/threats.md', () => {
  it.each(THREAT_MUTATIONS)(
    'take out what $file has, and name a test that a row cites: $attack',
    (mutation) => {
      const source = readFileSync(mutation.file, 'utf8')
      expect(applyMutation(mutation, source)).not.toBe(source)
      expect(findCitedFile(mutation, threats), mutation.title).toBeDefined()
    },
  )

  it('are refused when the text to replace is missing, or occurs twice', () => {
    const mutation = { attack: '', file: 'a.ts', edits: [['one', 'two']], title: '' } as const
    expect(applyMutation(mutation, 'one')).toBe('two')
    expect(() => applyMutation(mutation, 'two')).toThrow('a.ts has 0 times')
    expect(() => applyMutation(mutation, 'one one')).toThrow('a.ts has 2 times')
  })
})
