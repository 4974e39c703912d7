import { describe, expect, it } from 'vitest'
import { findMessageFaults, findUnprovedRules, parseRules, parseSection } from './rule-catalogue.ts'

const CATALOGUE = `Which test proves what.

## Pages

no claim: labels
  messages: app.name, app.themes.*
"Connected"
  messages: state.connected
  a.test.ts
    is so
    is so again
  b.test.ts
    too
"Kept"
  messages: state.kept

## Threats

1
  c.test.ts
    fails
  d.test.ts
`
const rules = parseRules(CATALOGUE)

describe(parseRules, () => {
  it('returns a whole file without a title', () => {
    expect(rules.at(-1)?.tests).toEqual([
      { path: 'c.test.ts', title: 'fails' },
      { path: 'd.test.ts', title: '' },
    ])
  })

  it('returns each rule with its section, messages and tests', () => {
    expect(rules.map(({ section, rule }) => [section, rule])).toEqual([
      ['Pages', 'no claim: labels'],
      ['Pages', '"Connected"'],
      ['Pages', '"Kept"'],
      ['Threats', '1'],
    ])
    expect(rules[1]).toMatchObject({
      messages: ['state.connected'],
      tests: [
        { path: 'a.test.ts', title: 'is so' },
        { path: 'a.test.ts', title: 'is so again' },
        { path: 'b.test.ts', title: 'too' },
      ],
    })
  })
})

describe(findUnprovedRules, () => {
  it('returns the rules that claim something and name no test', () => {
    expect(findUnprovedRules(rules)).toEqual(['Pages: no test is named for: "Kept"'])
  })
})

describe(findMessageFaults, () => {
  const pages = parseSection(CATALOGUE, 'Pages')
  const keys = ['app.name', 'app.themes.dark', 'state.connected', 'state.kept']

  it('accepts a catalogue whose messages are all listed once', () => {
    expect(findMessageFaults(keys, pages)).toEqual([])
  })

  it('returns messages that are not listed, are listed as both, or do not exist', () => {
    expect(findMessageFaults([...keys, 'app.other'], pages)[0]).toMatch(/^app\.other is neither/)
    expect(findMessageFaults(keys.slice(1), pages)).toContain('there is no message app.name')
    const both = parseRules('## Pages\nno claim: states\n  messages: state.*\nX\n  messages: state.kept')
    expect(findMessageFaults(['state.kept'], both)).toEqual(['state.kept is listed as both'])
  })
})
