import { expect, it } from 'vitest'
import { findListFaults, readListedMessages } from './listed-messages.ts'

const DOCUMENT = `# Rules

## What the pages claim

- Labels: \`app.name\`, \`app.themes.*\`.

| claim | messages | proved by |
|---|---|---|
| "Connected" | \`state.connected\` | ["is so"](a.test.ts) |
| "Kept" | \`state.kept\` | somebody says so |

## Another

- \`app.other\`
`

it('tells which messages of a catalogue are listed nowhere, as both, or without a test, and which are not there', () => {
  const listed = readListedMessages(DOCUMENT, 'What the pages claim')
  const keys = ['app.name', 'app.themes.dark', 'state.connected', 'state.kept']
  expect(findListFaults(keys, listed)).toEqual(['no test is named for: "Kept"'])
  expect(findListFaults([...keys, 'app.other'], listed)[0]).toMatch(/^app\.other is neither/)
  expect(findListFaults(keys.slice(1), listed)).toContain('there is no message app.name')
  const both = { ...listed, others: ['state.*', ...listed.others] }
  expect(findListFaults(keys, both)).toContain('state.connected is listed as both')
})
