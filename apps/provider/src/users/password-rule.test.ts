import { describe, expect, it } from 'vitest'
import { findPasswordFault, MIN_PASSWORD_CHARACTERS } from './password-rule.ts'
import { MAX_PASSWORD_CHARACTERS } from './sign-in.ts'

const fault = (password: string) => findPasswordFault(password)?.split(':')[0]

describe(findPasswordFault, () => {
  it('takes eight characters to as many as sign-in reads, whatever they are', () => {
    expect(fault('x'.repeat(MIN_PASSWORD_CHARACTERS))).toBeUndefined()
    expect(fault('x'.repeat(MAX_PASSWORD_CHARACTERS))).toBeUndefined()
    expect(fault('correct horse battery staple')).toBeUndefined()
    expect(fault('x'.repeat(MIN_PASSWORD_CHARACTERS - 1))).toBe('A password has at least 8 characters.')
    expect(fault('x'.repeat(MAX_PASSWORD_CHARACTERS + 1))).toBe('A password has at most 1024 characters')
  })

  it('counts a character that takes two places as one', () => {
    expect(fault('🦊'.repeat(MIN_PASSWORD_CHARACTERS - 1))).toBe('A password has at least 8 characters.')
    expect(fault('🦊'.repeat(MIN_PASSWORD_CHARACTERS))).toBeUndefined()
  })

  it('refuses what another keyboard would write longer than sign-in reads', () => {
    const composed = 'é'.repeat(MAX_PASSWORD_CHARACTERS / 2)
    expect(fault(composed)).toBeUndefined()
    expect(fault(`${composed}é`)).toBe('A password has at most 1024 characters')
    // One of the few characters that are longer when composed.
    const longerComposed = '\u0958'.repeat(MAX_PASSWORD_CHARACTERS / 2)
    expect(fault(longerComposed)).toBeUndefined()
    expect(fault(`${longerComposed}\u0958`)).toBe('A password has at most 1024 characters')
  })

  it('refuses blanks, however many', () => {
    expect(fault('')).toBe('A password is not blank')
    expect(fault(' \t\u00a0'.repeat(4))).toBe('A password is not blank')
  })
})
