import { describe, expect, it } from 'vitest'
import { contactAddress } from './contact.ts'

const MAILBOX = 'mailto:help@counterfoil.example'

describe(contactAddress, () => {
  it('adds the reference as the subject of a mail address, and leaves every other address unchanged', () => {
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
