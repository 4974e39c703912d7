import { describe, expect, it } from 'vitest'
import { readSending } from './sending-form.tsx'

describe('the input of the form that sends a document', () => {
  it('contains the recipients and only filled fields', () => {
    const values = { to: 'a@b.example, c@d.example;\n', subject: ' ', message: 'Hello', attachPDF: 'on' }
    expect(readSending(values, { invoiceId: 'i' })).toEqual({
      kind: 'input',
      input: {
        invoiceId: 'i',
        to: ['a@b.example', 'c@d.example'],
        message: 'Hello',
        attachPDF: true,
        ccMyself: false,
      },
    })
  })

  it('requires every address to be valid', () => {
    expect(readSending({ to: 'a@b.example, fern' }, { estimateId: 'e' })).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'INVALID' }],
    })
  })

  it('requires a recipient', () => {
    expect(readSending({ to: ' , ' }, { invoiceId: 'i' })).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'REQUIRED' }],
    })
  })
})
