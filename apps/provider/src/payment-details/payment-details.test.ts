import { describe, expect, it } from 'vitest'
import { readPaymentDetails } from './payment-details.ts'

describe(readPaymentDetails, () => {
  it('keeps the lines of the text, and returns null for a blank one', () => {
    const sent = { paymentDetails: ' Account 004\r\nE-transfer to pay@quay.example \n', taxNumber: ' ' }
    expect(readPaymentDetails(sent)).toEqual({
      details: { paymentDetails: 'Account 004\nE-transfer to pay@quay.example', taxNumber: null },
      faults: [],
    })
  })

  it.each([
    [{ paymentDetails: 'x'.repeat(1001) }, { field: 'paymentDetails', reason: 'too_long' }],
    [{ paymentDetails: 'Pay at https://pay.example' }, { field: 'paymentDetails', reason: 'link' }],
    [{ paymentDetails: 'a\u0000b' }, { field: 'paymentDetails', reason: 'unreadable' }],
    [{ taxNumber: 'x'.repeat(101) }, { field: 'taxNumber', reason: 'too_long' }],
    [{ taxNumber: '12\n34' }, { field: 'taxNumber', reason: 'unreadable' }],
  ])('refuses %j', (sent, fault) => {
    expect(readPaymentDetails({ paymentDetails: '', taxNumber: '', ...sent }).faults).toEqual([fault])
  })

  it('accepts as many characters as the database', () => {
    const sent = { paymentDetails: '𝔵'.repeat(1000), taxNumber: 'x'.repeat(100) }
    expect(readPaymentDetails(sent).faults).toEqual([])
  })
})
