import { describe, expect, it } from 'vitest'
import { readPayment, readSending } from './payment-input.ts'

const ABOUT = { invoiceId: 'i', exchangeRate: '1', language: 'fr' } as const
const PAID = { amount: '1 234,50', paymentDate: '2026-11-20', paymentAccountId: 'a' }

describe('a payment in a form', () => {
  it('says what came in', () => {
    expect(readPayment({ ...PAID, paymentMethod: 'CASH', memo: ' ' }, ABOUT)).toEqual({
      kind: 'input',
      input: {
        ...{ invoiceId: 'i', exchangeRate: '1', amount: '1234.50', paymentMethod: 'CASH' },
        ...{ paymentDate: '2026-11-20', paymentAccountId: 'a' },
      },
    })
  })

  it.each([
    [{ amount: '' }, [{ path: ['amount'], code: 'REQUIRED' }]],
    [{ amount: 'much' }, [{ path: ['amount'], code: 'NUMBER' }]],
    [{ paymentDate: '' }, [{ path: ['paymentDate'], code: 'REQUIRED' }]],
    [{ paymentAccountId: '' }, [{ path: ['paymentAccountId'], code: 'REQUIRED' }]],
  ])('is not sent with %j', (change, errors) => {
    expect(readPayment({ ...PAID, ...change }, ABOUT)).toEqual({ kind: 'wrong', errors })
  })
})

describe('sending an invoice', () => {
  it('says to whom, and only what was typed', () => {
    const values = { to: 'a@b.example, c@d.example;\n', subject: ' ', message: 'Hello', attachPDF: 'on' }
    expect(readSending(values, 'i')).toEqual({
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
    expect(readSending({ to: 'a@b.example, fern' }, 'i')).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'INVALID' }],
    })
  })

  it('needs a recipient', () => {
    expect(readSending({ to: ' , ' }, 'i')).toEqual({
      kind: 'wrong',
      errors: [{ path: ['to'], code: 'REQUIRED' }],
    })
  })
})
