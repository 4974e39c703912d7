import { expect, it } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)]

it('a sealed text can be opened with any of the secrets, only for its own purpose, and never after a change', () => {
  const sealed = sealText([OLD], ['purpose', 'somebody'], 'text')
  expect(sealed).not.toContain('text')
  expect(openText([NEW, OLD], ['purpose', 'somebody'], sealed)).toBe('text')
  expect(openText([NEW], ['purpose', 'somebody'], sealed)).toBeUndefined()
  expect(openText([OLD], ['purpose', 'somebody else'], sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openText([OLD], ['purpose', 'somebody'], changed.toString('base64'))).toBeUndefined()
  }
  expect(openText([OLD], ['purpose', 'somebody'], '')).toBeUndefined()
})
