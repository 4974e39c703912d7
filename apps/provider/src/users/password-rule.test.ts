import { describe, expect, it } from 'vitest'
import { findPasswordFault, MIN_PASSWORD_CHARACTERS } from './password-rule.ts'
import { MAX_PASSWORD_CHARACTERS } from './sign-in.ts'

const fault = async (password: string, email = 'ana.silva@northwind.example') =>
  (await findPasswordFault({ password, email }))?.split(':')[0]

describe(findPasswordFault, () => {
  it('accepts eight characters up to the limit of sign-in, of any kind', async () => {
    expect(await fault('x'.repeat(MIN_PASSWORD_CHARACTERS))).toBeUndefined()
    expect(await fault('x'.repeat(MAX_PASSWORD_CHARACTERS))).toBeUndefined()
    expect(await fault('correct horse battery staple')).toBeUndefined()
    expect(await fault('x'.repeat(MIN_PASSWORD_CHARACTERS - 1))).toBe('A password has at least 8 characters.')
    expect(await fault('x'.repeat(MAX_PASSWORD_CHARACTERS + 1))).toBe(
      'A password has at most 1024 characters',
    )
  })

  it('counts a character of two code units as one', async () => {
    expect(await fault('🦊'.repeat(MIN_PASSWORD_CHARACTERS - 1))).toBe(
      'A password has at least 8 characters.',
    )
    expect(await fault('🦊'.repeat(MIN_PASSWORD_CHARACTERS))).toBeUndefined()
  })

  it('refuses a password that another keyboard would encode longer than the limit', async () => {
    const composed = 'é'.repeat(MAX_PASSWORD_CHARACTERS / 2)
    expect(await fault(composed)).toBeUndefined()
    expect(await fault(`${composed}é`)).toBe('A password has at most 1024 characters')
    // One of the few characters that are longer in composed form (NFC).
    const longerComposed = '\u0958'.repeat(MAX_PASSWORD_CHARACTERS / 2)
    expect(await fault(longerComposed)).toBeUndefined()
    expect(await fault(`${longerComposed}\u0958`)).toBe('A password has at most 1024 characters')
  })

  it('refuses blanks, in any number', async () => {
    expect(await fault('')).toBe('A password is not blank')
    expect(await fault(' \t\u00a0'.repeat(4))).toBe('A password is not blank')
  })

  it('refuses passwords that many people use, in any case', async () => {
    const common = 'Many people use this password'
    expect(await fault('password1')).toBe(common)
    expect(await fault('QwertyUiop')).toBe(common)
    expect(await fault('password1 of ours')).toBeUndefined()
  })

  it('refuses the address of the account with up to four additional characters', async () => {
    const like = 'This password is too much like the email address of the account.'
    expect(await fault('ana.silva@northwind.example')).toBe(like)
    expect(await fault('Northwind2026')).toBe(like)
    expect(await fault('silva-1988')).toBeUndefined()
    expect(await fault('Silva1988')).toBe(like)
    expect(await fault('ana-and-11', 'ana@b.example')).toBeUndefined()
  })
})
