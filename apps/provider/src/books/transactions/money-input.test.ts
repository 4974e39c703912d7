import { describe, expect, it } from 'vitest'
import type { InputFault } from '#books/input-faults.ts'
import { readMoneyDeposit, readMoneyTransaction, readMoneyTransactions } from './money-input.ts'

type Details = Parameters<typeof readMoneyTransaction>[0]
type Deposit = Parameters<typeof readMoneyDeposit>[0]

const ITEM = { accountId: '2', amount: '10', balance: 'INCREASE' } as const
const DETAILS: Details = {
  ...{ date: '2026-11-20', description: 'Market', externalId: 'm-1', lineItems: [ITEM] },
  anchor: { accountId: '1', amount: '10', direction: 'DEPOSIT' },
}
const DEPOSIT: Deposit = {
  ...{ businessId: 'b', date: '2026-11-20', description: 'Card payments', origin: 'ZAPIER' },
  deposit: { accountId: '1', amount: 9.7 },
  lineItems: [{ accountId: '2', amount: 10, taxes: [] }],
}
const detailed = (change: Partial<Details>) => readMoneyTransaction({ ...DETAILS, ...change })
const deposited = (change: Partial<Deposit>) => readMoneyDeposit({ ...DEPOSIT, ...change })
const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)
const codesOf = ({ faults }: { readonly faults: readonly InputFault[] }) =>
  faults.map(({ path, code }) => [path.slice(1).join('.'), code])

describe('the input of a transaction', () => {
  it('has its anchor first, on the side of deposits or withdrawals', () => {
    expect(detailed({})).toEqual({
      draft: {
        ...{ place: [], kind: 'DEPOSIT', day: '2026-11-20', description: 'Market', notes: undefined },
        ...{ externalId: 'm-1', origin: undefined, createdAt: undefined },
        lines: [
          {
            ...{ place: ['anchor'], accountSent: '1', amount: '10', direction: 'DEBIT', taxes: [] },
            ...{ customerSent: undefined, description: undefined },
          },
          {
            ...{ place: ['lineItems', '0'], accountSent: '2', amount: '10', direction: 'INCREASE' },
            ...{ customerSent: undefined, description: undefined, taxes: [] },
          },
        ],
      },
      faults: [],
    })
    const spent = detailed({ anchor: { ...DETAILS.anchor, direction: 'WITHDRAWAL' } }).draft
    expect([spent.kind, spent.lines[0].direction]).toEqual(['WITHDRAWAL', 'CREDIT'])
  })

  it('keeps the texts of a line and of its taxes, with their paths', () => {
    const taxes = [
      { salesTaxId: '8', amount: '1.30' },
      { salesTaxId: '9', amount: '0.50' },
    ]
    const item = { ...ITEM, customerId: '5', description: ' Jam ', taxes }
    expect(detailed({ lineItems: [ITEM, item], notes: ' Rain ' }).draft).toMatchObject({
      notes: 'Rain',
      lines: [
        {},
        {},
        {
          ...{ place: ['lineItems', '1'], customerSent: '5', description: 'Jam' },
          taxes: [
            {
              place: ['lineItems', '1', 'taxes', '0'],
              named: { by: 'id', sent: '8' },
              amount: '1.30',
            },
            { place: ['lineItems', '1', 'taxes', '1'], named: { by: 'id', sent: '9' }, amount: '0.50' },
          ],
        },
      ],
    })
    const nothing = { ...ITEM, customerId: null, description: null, taxes: null }
    expect(detailed({ lineItems: [nothing] })).toEqual(detailed({}))
  })

  it.each([
    [{ date: '1900-01-01' }, []],
    [{ date: '1899-12-31' }, [['date', 'OUT_OF_RANGE']]],
    [{ date: '2199-12-31' }, []],
    [{ date: '2200-01-01' }, [['date', 'OUT_OF_RANGE']]],
    [{ description: ' ' }, [['description', 'REQUIRED']]],
    [{ description: 'd'.repeat(2000) }, []],
    [{ description: 'd'.repeat(2001) }, [['description', 'TOO_LONG']]],
    [{ notes: 'n'.repeat(5000) }, []],
    [{ notes: 'n'.repeat(5001) }, [['notes', 'TOO_LONG']]],
    [{ externalId: ' ' }, [['externalId', 'REQUIRED']]],
    [{ externalId: 'x'.repeat(255) }, []],
    [{ externalId: 'x'.repeat(256) }, [['externalId', 'TOO_LONG']]],
    [{ lineItems: [] }, [['lineItems', 'REQUIRED']]],
    [{ lineItems: many(500, ITEM) }, []],
    [{ lineItems: many(501, ITEM) }, [['lineItems', 'TOO_LONG']]],
    [{ lineItems: [ITEM, { ...ITEM, description: 'd'.repeat(2000) }] }, []],
    [
      { lineItems: [ITEM, { ...ITEM, description: 'd'.repeat(2001) }] },
      [['lineItems.1.description', 'TOO_LONG']],
    ],
    [{ lineItems: [{ ...ITEM, taxes: [] }] }, []],
    [{ lineItems: [{ ...ITEM, taxes: many(10, { salesTaxId: '9', amount: '1' }) }] }, []],
    [
      { lineItems: [ITEM, { ...ITEM, taxes: many(11, { salesTaxId: '9', amount: '1' }) }] },
      [['lineItems.1.taxes', 'TOO_LONG']],
    ],
  ] as const)('%# is within its limits or names the field that is not', (change, faults) => {
    expect(codesOf(detailed(change))).toEqual(faults)
  })

  it('has messages for its faults, and still has a day and a text', () => {
    const { draft, faults } = detailed({ date: '2200-01-01', description: ' ', lineItems: many(501, ITEM) })
    expect(faults.map(({ message }) => message)).toEqual([
      'lineItems has more than 500 entries.',
      'date must be from 1900-01-01 to 2199-12-31.',
      'description is required.',
    ])
    expect(draft).toMatchObject({ day: '2200-01-01', description: '' })
    expect(detailed({ lineItems: [] }).faults).toMatchObject([{ message: 'lineItems is required.' }])
  })
})

describe('a bulk of transactions', () => {
  it('keeps their indexes, and each reports its faults with its index', () => {
    const read = readMoneyTransactions([DETAILS, { ...DETAILS, externalId: ' ', lineItems: [] }])
    expect(read.draft.map(({ place }) => place)).toEqual([
      ['transactions', '0'],
      ['transactions', '1'],
    ])
    expect(read.draft[1]?.lines[0].place).toEqual(['transactions', '1', 'anchor'])
    expect(read.draft[0]?.lines[1]?.place).toEqual(['transactions', '0', 'lineItems', '0'])
    expect(codesOf(read)).toEqual([
      ['transactions.1.lineItems', 'REQUIRED'],
      ['transactions.1.externalId', 'REQUIRED'],
    ])
  })

  it('has between one and a thousand', () => {
    expect(readMoneyTransactions([])).toMatchObject({
      draft: [],
      faults: [{ path: ['input', 'transactions'], code: 'REQUIRED', message: 'transactions is required.' }],
    })
    expect(codesOf(readMoneyTransactions(many(1000, DETAILS)))).toEqual([])
    expect(readMoneyTransactions(many(1001, DETAILS))).toMatchObject({
      draft: [],
      faults: [
        {
          path: ['input', 'transactions'],
          code: 'TOO_LONG',
          message: 'transactions has more than 1000 entries.',
        },
      ],
    })
  })
})

describe('the input of a deposit', () => {
  it('has the received amount and its fees on the debit side, and the lines on the credit side', () => {
    const createdAt = new Date('2026-11-20T12:00:00Z')
    const taxes = [{ abbreviation: 'HST', amount: 1.3 }]
    const { draft, faults } = deposited({
      ...{ externalId: ' z-1 ', createdAt, notes: 'Terminal 2' },
      fees: [{ accountId: '3', amount: 0.3 }],
      lineItems: [{ accountId: '2', amount: 8.7, customerId: '5', taxes }],
    })
    const plain = { customerSent: undefined, description: undefined, taxes: [] }
    expect(faults).toEqual([])
    expect(draft).toEqual({
      ...{ place: [], kind: 'DEPOSIT', day: '2026-11-20', description: 'Card payments', notes: 'Terminal 2' },
      ...{ externalId: 'z-1', origin: 'ZAPIER', createdAt },
      lines: [
        { place: ['deposit'], accountSent: '1', amount: '9.7', direction: 'DEBIT', ...plain },
        { place: ['fees', '0'], accountSent: '3', amount: '0.3', direction: 'DEBIT', ...plain },
        {
          ...{ place: ['lineItems', '0'], accountSent: '2', amount: '8.7', direction: 'CREDIT' },
          ...{ customerSent: '5', description: undefined },
          taxes: [
            {
              place: ['lineItems', '0', 'taxes', '0'],
              named: { by: 'abbreviation', sent: 'HST' },
              amount: '1.3',
            },
          ],
        },
      ],
    })
  })

  it('has no fees, no time and no externalId by default', () => {
    const { draft } = deposited({})
    expect(draft.lines.map(({ place, customerSent }) => [place, customerSent])).toEqual([
      [['deposit'], undefined],
      [['lineItems', '0'], undefined],
    ])
    expect(draft).toMatchObject({ externalId: undefined, createdAt: undefined, notes: undefined })
    expect(deposited({ fees: null, createdAt: null, externalId: ' ', notes: null })).toEqual(deposited({}))
  })

  it.each([
    [{ lineItems: [] }, [['lineItems', 'REQUIRED']]],
    [{ lineItems: many(500, { accountId: '2', amount: 1, taxes: [] }) }, []],
    [{ lineItems: many(501, { accountId: '2', amount: 1, taxes: [] }) }, [['lineItems', 'TOO_LONG']]],
    [{ fees: many(500, { accountId: '3', amount: 1 }) }, []],
    [{ fees: many(501, { accountId: '3', amount: 1 }) }, [['fees', 'TOO_LONG']]],
    [{ externalId: 'x'.repeat(256) }, [['externalId', 'TOO_LONG']]],
    [{ date: '1899-12-31' }, [['date', 'OUT_OF_RANGE']]],
    [
      { lineItems: [{ accountId: '2', amount: 1, taxes: many(11, { abbreviation: 'HST', amount: 1 }) }] },
      [['lineItems.0.taxes', 'TOO_LONG']],
    ],
  ] as const)('%# is within its limits or names the field that is not', (change, faults) => {
    expect(codesOf(deposited(change))).toEqual(faults)
  })
})
