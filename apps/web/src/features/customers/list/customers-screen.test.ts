import { describe, expect, it } from 'vitest'
import { sayHabit } from '#features/customers/customer-habit.tsx'
import { customersEn } from '#words/generated/customers.en.ts'
import { habitsOf } from './customers-screen.tsx'

const habit = (customerId: string, median: number) => ({
  ...{ customerId, customer: customerId, paid: 3, median },
  ...{ quartile1: median, quartile3: median, earliest: median, latest: median },
})
const facts = {
  from: { invoices: 6 },
  excluded: { drafts: 0, unknownStatus: 0 },
  partial: false,
}

describe('the payment habits in the customer list', () => {
  it('are the median days of customers with a habit, and undefined for others', () => {
    const known = habitsOf({
      habits: { form: 'full', rows: [habit('fern', 9), habit('larch', -2)], ...facts },
    })
    expect([known?.get('fern'), known?.get('larch'), known?.get('quay')]).toEqual([9, -2, undefined])
  })

  it('are undefined if they could not be read', () => {
    expect(habitsOf({ habits: { form: 'unavailable', why: 'failed' } })).toBeUndefined()
  })

  it.each([
    [1, '1 day late'],
    [0, 'on the due day'],
    [-2, '2 days early'],
  ])('are shown in words: %s', (days, text) => {
    expect(sayHabit(customersEn, days)).toBe(text)
  })
})
