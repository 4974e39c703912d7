import { describe, expect, it } from 'vitest'
import { contactAddress } from './contact.ts'

const MAILBOX = 'mailto:help@counterfoil.example'

describe(contactAddress, () => {
  it('begins a letter with the reference, and leaves every other address as it was set', () => {
    expect(contactAddress({ supportUrl: MAILBOX, subject: 'Reference 7F2K-91' })).toBe(
      `${MAILBOX}?subject=Reference%207F2K-91`,
    )
    expect(contactAddress({ supportUrl: MAILBOX, subject: undefined })).toBe(MAILBOX)
    expect(contactAddress({ supportUrl: `${MAILBOX}?subject=App`, subject: 'Reference 7F2K-91' })).toBe(
      `${MAILBOX}?subject=App`,
    )
    expect(contactAddress({ supportUrl: 'https://help.example/form', subject: 'Reference 7F2K-91' })).toBe(
      'https://help.example/form',
    )
  })
})
