import { describe, expect, it } from 'vitest'
import { readSending } from './sending-form.tsx'

describe('sending a document', () => {
  it('says to whom, and only what was typed', () => {
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

  it('needs addresses that can be some, each of them', () => {
    expect(readSending({ to: 'a@b.example, fern' }, { estimateId: 'e' })).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'INVALID' }],
    })
  })

  it('needs a recipient', () => {
    expect(readSending({ to: ' , ' }, { invoiceId: 'i' })).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'REQUIRED' }],
    })
  })
})
