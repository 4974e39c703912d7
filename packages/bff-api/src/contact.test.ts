import { describe, expect, it } from 'vitest'
import { contactAddress } from './contact.ts'

const MAILBOX = 'mailto:help@counterfoil.example'

describe(contactAddress, () => {
  it('begins a letter with the reference, and leaves every other address as it was set', () => {
    expect(contactAddress(MAILBOX, 'Reference 7F2K-91')).toBe(`${MAILBOX}?subject=Reference%207F2K-91`)
    expect(contactAddress(MAILBOX, undefined)).toBe(MAILBOX)
    expect(contactAddress(`${MAILBOX}?subject=App`, 'Reference 7F2K-91')).toBe(`${MAILBOX}?subject=App`)
    expect(contactAddress('https://help.example/form', 'Reference 7F2K-91')).toBe('https://help.example/form')
  })
})
