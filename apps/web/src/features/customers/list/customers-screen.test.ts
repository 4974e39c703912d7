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

describe('how customers usually pay', () => {
  it('is the usual day of those with a habit, and not known of the others', () => {
    const known = habitsOf({
      habits: { form: 'full', rows: [habit('fern', 9), habit('larch', -2)], ...facts },
    })
    expect([known?.get('fern'), known?.get('larch'), known?.get('quay')]).toEqual([9, -2, undefined])
  })

  it('is not said to be none where it could not be reported', () => {
    expect(habitsOf({ habits: { form: 'unavailable', why: 'failed' } })).toBeUndefined()
  })

  it.each([
    [1, '1 day late'],
    [0, 'on the due day'],
    [-2, '2 days early'],
  ])('is said in words: %s', (days, text) => {
    expect(sayHabit(customersEn, days)).toBe(text)
  })
})
