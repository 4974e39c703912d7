import { describe, expect, it } from 'vitest'
import { readPayment } from './payment-form.tsx'

const ABOUT = { invoiceId: 'i', exchangeRate: '1', language: 'fr' } as const
const PAID = { amount: '1 234,50', paymentDate: '2026-11-20', paymentAccountId: 'a' }

describe('the input of a payment form', () => {
  it('contains the received amount', () => {
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
  ])('is invalid with %j', (change, errors) => {
    expect(readPayment({ ...PAID, ...change }, ABOUT)).toEqual({ kind: 'wrong', errors })
  })
})
