import { describe, expect, it } from 'vitest'
import { createFieldReader } from '#books/input-faults.ts'
import {
  depositPaymentStatusOf,
  depositTotalMinorOf,
  depositValueOf,
  NO_DEPOSIT,
  readDepositTerms,
  type DepositInput,
  type DepositTerms,
} from './deposit-terms.ts'

const LEFT_OUT: DepositInput = { depositStatus: undefined, depositUnit: undefined, depositValue: undefined }
const read = (input: Partial<DepositInput>, present: DepositTerms = NO_DEPOSIT) => {
  const fields = createFieldReader()
  const terms = readDepositTerms(fields, { ...LEFT_OUT, ...input }, present)
  return { terms, faults: fields.faults.map(({ path, code }) => `${path.at(-1)} ${code}`) }
}
const amount = (amountMinor: bigint): DepositTerms => ({
  status: 'ENABLED_OPTIONAL',
  measure: { unit: 'AMOUNT', amountMinor },
})
const percentage = (units: bigint): DepositTerms => ({
  status: 'ENABLED_MANDATORY',
  measure: { unit: 'PERCENTAGE', percentage: { units, scale: 6 } },
})

describe('the deposit in the input of an estimate', () => {
  it('has its value in cents for an amount, and in per cent for a percentage', () => {
    const status = { depositStatus: 'ENABLED_OPTIONAL' } as const
    expect(read({ ...status, depositUnit: 'AMOUNT', depositValue: '2500' })).toEqual({
      terms: amount(2500n),
      faults: [],
    })
    expect(
      read({ depositStatus: 'ENABLED_MANDATORY', depositUnit: 'PERCENTAGE', depositValue: '25' }),
    ).toEqual({ terms: percentage(25_000_000n), faults: [] })
  })

  it('is disabled by default, and keeps the previous values of omitted fields', () => {
    expect(read({})).toEqual({ terms: NO_DEPOSIT, faults: [] })
    expect(read({}, amount(5n))).toEqual({ terms: amount(5n), faults: [] })
    expect(read({}, percentage(12_500_000n))).toEqual({ terms: percentage(12_500_000n), faults: [] })
    expect(read({ depositStatus: 'DISABLED' }, amount(5n)).terms).toEqual({
      ...amount(5n),
      status: 'DISABLED',
    })
    expect(read({ depositValue: '7' }, amount(5n))).toEqual({ terms: amount(7n), faults: [] })
    expect(read({ depositUnit: 'AMOUNT' }, amount(5n))).toEqual({ terms: amount(5n), faults: [] })
  })

  it('may clear unit and value only while the deposit is disabled', () => {
    const cleared = { depositUnit: null, depositValue: null }
    expect(read({ ...cleared, depositStatus: 'DISABLED' }, amount(5n))).toEqual({
      terms: NO_DEPOSIT,
      faults: [],
    })
    expect(read(cleared, amount(5n)).faults).toEqual(['depositUnit REQUIRED', 'depositValue REQUIRED'])
  })

  it.each([
    [{ depositStatus: 'ENABLED_OPTIONAL' }, ['depositUnit REQUIRED', 'depositValue REQUIRED']],
    [{ depositUnit: 'AMOUNT' }, ['depositValue REQUIRED']],
    [{ depositValue: '5' }, ['depositUnit REQUIRED']],
    [{ depositUnit: 'AMOUNT', depositValue: '-1' }, ['depositValue OUT_OF_RANGE']],
    [{ depositUnit: 'AMOUNT', depositValue: '0.5' }, ['depositValue INVALID']],
    [{ depositUnit: 'AMOUNT', depositValue: 'half' }, ['depositValue INVALID']],
    [{ depositUnit: 'AMOUNT', depositValue: '1000000000000001' }, ['depositValue OUT_OF_RANGE']],
    [{ depositUnit: 'PERCENTAGE', depositValue: '100.000001' }, ['depositValue OUT_OF_RANGE']],
    [{ depositUnit: 'PERCENTAGE', depositValue: '-0.000001' }, ['depositValue OUT_OF_RANGE']],
    [{ depositUnit: 'PERCENTAGE', depositValue: 'half' }, ['depositValue INVALID']],
  ] as const)('is refused as %j: %j', (input, faults) => {
    expect(read(input).faults).toEqual(faults)
  })

  it.each([
    [{ depositUnit: 'AMOUNT' }, 'depositValue is required for a deposit.'],
    [{ depositUnit: 'AMOUNT', depositValue: '-1' }, 'depositValue must be a whole number of cents, from 0.'],
    [{ depositUnit: 'PERCENTAGE', depositValue: '101' }, 'depositValue must be from 0 to 100.'],
  ] as const)('is refused with a message: %j', (input, message) => {
    const fields = createFieldReader()
    const { measure } = readDepositTerms(fields, { ...LEFT_OUT, ...input }, NO_DEPOSIT)
    expect(fields.faults).toMatchObject([{ message }])
    expect(measure).toBeNull()
  })

  it('requires a value when the unit changes', () => {
    expect(read({ depositUnit: 'PERCENTAGE' }, amount(5000n)).faults).toEqual(['depositValue REQUIRED'])
  })

  it.each([
    ['0', '0'],
    ['2500.00', '2500'],
    ['1000000000000000', '1000000000000000'],
  ])('accepts %s cents', (value, shown) => {
    const { terms } = read({ depositUnit: 'AMOUNT', depositValue: value })
    expect(depositValueOf(terms)).toBe(shown)
  })
})

describe('the value of a deposit', () => {
  it('is null while no deposit is set, and per cent without trailing zeros', () => {
    expect(depositValueOf(NO_DEPOSIT)).toBeNull()
    expect(depositValueOf(percentage(25_000_000n))).toBe('25')
    expect(depositValueOf(percentage(12_500_000n))).toBe('12.5')
  })
})

describe('the amount of a requested deposit', () => {
  it.each([
    ['an amount', amount(2500n), 10_170n, 2500n],
    ['25 % of 101.70, half a cent up', percentage(25_000_000n), 10_170n, 2543n],
    ['100 %', percentage(100_000_000n), 10_170n, 10_170n],
    ['0 %', percentage(0n), 10_170n, 0n],
    ['zero for a total below zero', percentage(25_000_000n), -10_170n, 0n],
    ['zero while it is disabled', { ...amount(2500n), status: 'DISABLED' } as const, 10_170n, 0n],
    ['zero while no deposit is set', NO_DEPOSIT, 10_170n, 0n],
    ['zero without unit and value', { ...NO_DEPOSIT, status: 'ENABLED_OPTIONAL' } as const, 10_170n, 0n],
  ])('is right for: %s', (_, terms, totalMinor, expected) => {
    expect(depositTotalMinorOf(terms, totalMinor)).toBe(expected)
  })
})

describe('the payment status of a deposit', () => {
  it.each([
    [0n, 2500n, 'UNPAID'],
    [1n, 2500n, 'PAID_PARTIAL'],
    [2499n, 2500n, 'PAID_PARTIAL'],
    [2500n, 2500n, 'PAID_FULL'],
    [2501n, 2500n, 'PAID_FULL'],
    [1n, 0n, 'PAID_FULL'],
    [0n, 0n, 'UNPAID'],
  ] as const)('%d paid of %d is %s', (paidMinor, depositTotalMinor, expected) => {
    expect(depositPaymentStatusOf({ paidMinor, depositTotalMinor })).toBe(expected)
  })
})
