import { knownCurrency } from '@counterfoil/money/currencies'
import { describe, expect, it } from 'vitest'
import { rowWireIdOf, type RowId, type RowKind } from '#books/book-ids.ts'
import type { AccountSubtypeValue } from '#books/reference/reference-data.ts'
import { exampleBooks } from '#testing/example-books.ts'
import type { DraftLine, LineDirection, MoneyDraft } from './money-input.ts'
import { judgeMoneyDraft, type MoneyAccount, type MoneyFacts } from './money-rules.ts'

const [BANK, SALES, RENT, DOLLARS, SYSTEM, OLD, EUROS] = ['1', '2', '3', '4', '5', '6', '7'] as const
const account = (id: string, subtypeValue: AccountSubtypeValue, change: Partial<MoneyAccount> = {}) =>
  [
    id,
    {
      ...{ id: id as RowId<'Account'>, subtypeValue, currency: knownCurrency('CAD') },
      ...{ isArchived: false, isSystem: false, ...change },
    },
  ] as const
const ACCOUNTS = new Map<string, MoneyAccount>([
  account(BANK, 'CASH_AND_BANK'),
  account(SALES, 'INCOME'),
  account(RENT, 'EXPENSE'),
  account(DOLLARS, 'CASH_AND_BANK', { currency: knownCurrency('USD') }),
  account(SYSTEM, 'RECEIVABLE_INVOICES', { isSystem: true }),
  account(OLD, 'INCOME', { isArchived: true }),
  account(EUROS, 'CASH_AND_BANK', { currency: knownCurrency('EUR') }),
])
const TAXES = new Map(
  [
    { id: '91', accountId: '81', isRecoverable: true, isArchived: false },
    { id: '92', accountId: '82', isRecoverable: false, isArchived: false },
    { id: '93', accountId: '83', isRecoverable: false, isArchived: true },
  ].map((tax) => [tax.id, tax as never]),
)
const facts: MoneyFacts = {
  books: exampleBooks(),
  account: (id) => ACCOUNTS.get(id),
  tax: ({ sent }) => TAXES.get(sent),
  customer: (id) => (id === '51' || id === '52' ? { isArchived: id === '52' } : undefined),
  rate: ({ code }) => (code === 'USD' ? { units: 1_333n, scale: 3 } : undefined),
}

const line = (
  accountSent: string,
  direction: LineDirection,
  amount: string,
  more: Partial<DraftLine> = {},
) => ({
  ...{ place: ['line', accountSent], accountSent, direction, amount },
  ...{ customerSent: undefined, description: undefined, taxes: [], ...more },
})
const tax = (sent: string, amount: string) => ({
  ...{ place: ['tax', sent], amount },
  named: { by: 'id' as const, sent },
})
function judge(lines: readonly [DraftLine, ...DraftLine[]], kind: MoneyDraft['kind'] = 'DEPOSIT') {
  return judgeMoneyDraft(
    {
      ...{ place: [], kind, day: '2026-11-20', description: 'Market', notes: undefined, lines },
      ...{ externalId: undefined, origin: undefined, createdAt: undefined },
    },
    facts,
  )
}
/** Returns account, amount in its currency and amount in that of the business of each line; a debit is positive. */
function entered(...given: Parameters<typeof judge>) {
  const judged = judge(...given)
  if (judged.kind === 'refused') return codesOf(judged.faults)
  return judged.entry.lines.map(({ accountId, amountMinor, baseMinor }) => [
    accountId,
    amountMinor,
    baseMinor,
  ])
}
const codesOf = (faults: readonly { path: readonly string[]; code: string }[]) =>
  faults.map(({ path, code }) => [path.slice(1).join('.'), code])

describe('a deposit or withdrawal', () => {
  it('is entered on the side that each line names, or on the side its account grows', () => {
    const came = [
      [BANK, 1_000n, 1_000n],
      [SALES, -1_000n, -1_000n],
    ]
    expect(entered([line(BANK, 'DEBIT', '10'), line(SALES, 'CREDIT', '10')])).toEqual(came)
    expect(entered([line(BANK, 'INCREASE', '10'), line(SALES, 'INCREASE', '10')])).toEqual(came)
    expect(entered([line(BANK, 'DECREASE', '10'), line(SALES, 'DECREASE', '10')])).toEqual([
      [BANK, -1_000n, -1_000n],
      [SALES, 1_000n, 1_000n],
    ])
  })

  it('has lines that add up to its anchor, taxes included', () => {
    expect(entered([line(BANK, 'DEBIT', '10'), line(SALES, 'CREDIT', '9.99')])).toEqual([
      ['line.1.amount', 'UNBALANCED'],
    ])
    const taxed = line(SALES, 'CREDIT', '10', { taxes: [tax('91', '1.30')] })
    expect(entered([line(BANK, 'DEBIT', '11.30'), taxed])).toEqual([
      [BANK, 1_130n, 1_130n],
      [SALES, -1_000n, -1_000n],
      ['81', -130n, -130n],
    ])
  })

  it('adds a paid tax that is not recoverable to the account of its line', () => {
    const spent = (id: string) =>
      entered(
        [line(BANK, 'DECREASE', '11.30'), line(RENT, 'INCREASE', '10', { taxes: [tax(id, '1.30')] })],
        'WITHDRAWAL',
      )
    expect(spent('91').at(-1)).toEqual(['81', 130n, 130n])
    expect(spent('92').at(-1)).toEqual([RENT, 130n, 130n])
    // Part of the received amount is owed as tax.
    const received = line(SALES, 'CREDIT', '10', { taxes: [tax('92', '1.30')] })
    expect(entered([line(BANK, 'DEBIT', '11.30'), received]).at(-1)).toEqual(['82', -130n, -130n])
  })

  it('is converted once, and its lines share the result to the last cent', () => {
    const lines = entered([
      line(DOLLARS, 'DEBIT', '0.10'),
      line(SALES, 'CREDIT', '0.05'),
      line(RENT, 'CREDIT', '0.05'),
    ])
    expect(lines).toEqual([
      [DOLLARS, 10n, 13n],
      // Accounts in the currency of the business hold the converted amount.
      [SALES, -7n, -7n],
      [RENT, -6n, -6n],
    ])
  })

  it.each([
    ['no account of these books', '99', 'NOT_FOUND'],
    ['an account of the system', SYSTEM, 'SYSTEM_ACCOUNT'],
    ['an archived account', OLD, 'ARCHIVED'],
    ['an account in a third currency', EUROS, 'CURRENCY_MISMATCH'],
  ])('is refused on %s', (_, id, code) => {
    expect(entered([line(BANK, 'DEBIT', '10'), line(id, 'CREDIT', '10')])).toEqual([
      [`line.${id}.accountId`, code],
    ])
  })

  it('is refused if its anchor is no account of these books', () => {
    expect(entered([line('99', 'DEBIT', '10'), line(SALES, 'CREDIT', '10')])).toEqual([
      ['line.99.accountId', 'NOT_FOUND'],
    ])
  })

  it('accepts either form of an id, and each id only of its kind', () => {
    const { businessId } = exampleBooks()
    const wire = <Kind extends RowKind>(kind: Kind, id: string) =>
      rowWireIdOf(kind, { businessId, id: id as RowId<Kind> })
    const sold = (accountSent: string, customerSent: string) =>
      entered([line(BANK, 'DEBIT', '10'), line(accountSent, 'CREDIT', '10', { customerSent })])
    expect(sold(wire('Account', SALES), wire('Customer', '51'))).toEqual([
      [BANK, 1_000n, 1_000n],
      [SALES, -1_000n, -1_000n],
    ])
    const noAccount = wire('Customer', SALES)
    expect(sold(noAccount, wire('Account', '51'))).toEqual([
      [`line.${noAccount}.accountId`, 'NOT_FOUND'],
      [`line.${noAccount}.customerId`, 'NOT_FOUND'],
    ])
  })

  it('needs a rate of exchange from its day or before', () => {
    expect(entered([line(EUROS, 'DEBIT', '10'), line(SALES, 'CREDIT', '10')])).toEqual([
      [`line.${EUROS}.accountId`, 'CURRENCY_MISMATCH'],
    ])
  })

  it.each([
    ['0', 'INVALID'],
    ['-1', 'INVALID'],
    ['0.004', 'INVALID'],
    ['much', 'INVALID'],
    ['10000000000000.01', 'OUT_OF_RANGE'],
  ])('has no amount such as %s', (amount, code) => {
    expect(entered([line(BANK, 'DEBIT', amount), line(SALES, 'CREDIT', '1')])).toEqual([
      ['line.1.amount', code],
    ])
  })

  it('is refused if its converted amount is too large', () => {
    const [much, less] = ['9000000000000', '7000000000000']
    expect(entered([line(DOLLARS, 'DEBIT', much), line(SALES, 'CREDIT', much)])).toEqual([
      [`line.${DOLLARS}.amount`, 'OUT_OF_RANGE'],
    ])
    expect(entered([line(DOLLARS, 'DEBIT', less), line(SALES, 'CREDIT', less)])).toHaveLength(2)
    // Each of its lines alone is within the limit.
    const half = '4500000000000'
    for (const [side, other] of [['DEBIT', 'CREDIT'] as const, ['CREDIT', 'DEBIT'] as const]) {
      expect(entered([line(DOLLARS, side, much), line(SALES, other, half), line(RENT, other, half)])).toEqual(
        [[`line.${DOLLARS}.amount`, 'OUT_OF_RANGE']],
      )
    }
  })

  it.each([
    ['51', []],
    ['52', [['line.2.customerId', 'ARCHIVED']]],
    ['53', [['line.2.customerId', 'NOT_FOUND']]],
  ])('may name an existing customer: %s', (customerSent, faults) => {
    const judged = judge([line(BANK, 'DEBIT', '1'), line(SALES, 'CREDIT', '1', { customerSent })])
    expect(judged.kind === 'refused' ? codesOf(judged.faults) : []).toEqual(faults)
    if (judged.kind === 'entry') expect(judged.entry.lines[1]).toMatchObject({ customerId: '51' })
  })

  it('has each tax once per line, and no archived or unknown one', () => {
    const of = (...taxes: readonly string[]) =>
      entered([
        line(BANK, 'DEBIT', '1'),
        line(SALES, 'CREDIT', '1', { taxes: taxes.map((id) => tax(id, '0.10')) }),
      ])
    expect(of('91', '91')).toEqual([['tax.91.salesTaxId', 'NOT_UNIQUE']])
    expect(of('91', '92')).toEqual([['line.1.amount', 'UNBALANCED']])
    // Two different unknown ids are not a duplicate.
    expect(of('94', '95')).toEqual([
      ['tax.94.salesTaxId', 'NOT_FOUND'],
      ['tax.95.salesTaxId', 'NOT_FOUND'],
    ])
    expect(of('93')).toEqual([['tax.93.salesTaxId', 'ARCHIVED']])
    expect(of('94')).toEqual([['tax.94.salesTaxId', 'NOT_FOUND']])
  })

  it('has a digest of its whole content, line by line', () => {
    const createdAt = new Date('2026-11-01T12:00:00Z')
    const known = { externalId: 'm-1', origin: 'ZAPIER', createdAt } as const
    const told = { day: '2026-11-20', description: 'Market', notes: 'Rain' } as const
    const head = { kind: 'DEPOSIT' as const, ...told, ...known }
    const sold = line(SALES, 'CREDIT', '10', { description: 'Jam', customerSent: '51' })
    const lines = [line(BANK, 'DEBIT', '10'), sold] as const
    const judged = judgeMoneyDraft({ ...head, place: [], lines }, facts)
    if (judged.kind === 'refused') throw new Error('refused')
    expect(judged.kind).toBe('entry')
    const { lines: entry, ...about } = judged.entry
    expect(about).toEqual(head)
    expect(entry.map(({ description, customerId, book }) => [description, customerId, book])).toEqual([
      [undefined, undefined, 0],
      ['Jam', '51', 0],
    ])
  })

  it('reports a fault of a tax with the path of the id that named it', () => {
    const named = { by: 'abbreviation' as const, sent: '94' }
    const taxed = line(SALES, 'CREDIT', '1', { taxes: [{ ...tax('94', '0.10'), named }] })
    expect(entered([line(BANK, 'DEBIT', '1'), taxed])).toEqual([['tax.94.abbreviation', 'NOT_FOUND']])
  })

  it('may have the largest amount of the books', () => {
    const most = '10000000000000'
    expect(entered([line(BANK, 'DEBIT', most), line(SALES, 'CREDIT', most)])).toHaveLength(2)
    expect(entered([line(BANK, 'CREDIT', most), line(SALES, 'DEBIT', most)])).toHaveLength(2)
  })

  it.each([
    [line(SALES, 'CREDIT', '9'), 'The lines and their taxes do not come to this amount.'],
    [line(SYSTEM, 'CREDIT', '10'), 'Only the system itself enters on this account.'],
    [line(OLD, 'CREDIT', '10'), 'This account is archived.'],
    [line('99', 'CREDIT', '10'), "Account '99' could not be found."],
    [line(SALES, 'CREDIT', '10', { customerSent: '53' }), "Customer '53' could not be found."],
    [line(SALES, 'CREDIT', '9', { taxes: [tax('94', '1')] }), "Sales tax '94' could not be found."],
    [line(EUROS, 'CREDIT', '10'), 'This account is kept in EUR.'],
    [line(SALES, 'CREDIT', '0'), 'The amount must be above zero in CAD.'],
    [line(SALES, 'CREDIT', '1e20'), 'The amount is too large.'],
    [line(SALES, 'CREDIT', '10', { customerSent: '52' }), 'This customer is archived.'],
    [line(SALES, 'CREDIT', '9', { taxes: [tax('93', '1')] }), 'This sales tax is archived.'],
    [
      line(SALES, 'CREDIT', '8', { taxes: [tax('91', '1'), tax('91', '1')] }),
      'This sales tax is in the line already.',
    ],
  ])('is refused with the message %j', (wrong, message) => {
    expect(judge([line(BANK, 'DEBIT', '10'), wrong])).toMatchObject({ faults: [{ message }] })
  })

  it.each([
    [EUROS, '10', 'There is no exchange rate of EUR up to this day.'],
    [DOLLARS, '9000000000000', 'The amount is too large in CAD.'],
  ])('reports an anchor that cannot be converted: %s %s', (id, amount, message) => {
    const lines = [line(id, 'DEBIT', amount), line(SALES, 'CREDIT', amount)] as const
    expect(judge([...lines])).toMatchObject({ faults: [{ message }] })
  })

  it('reports every fault at once', () => {
    const wrong = line(OLD, 'CREDIT', '0', { customerSent: '53', taxes: [tax('93', '-1')] })
    expect(entered([line(SYSTEM, 'DEBIT', '1'), wrong])).toEqual([
      ['line.5.accountId', 'SYSTEM_ACCOUNT'],
      ['line.6.accountId', 'ARCHIVED'],
      ['line.6.amount', 'INVALID'],
      ['line.6.customerId', 'NOT_FOUND'],
      ['tax.93.salesTaxId', 'ARCHIVED'],
      ['tax.93.amount', 'INVALID'],
    ])
  })
})
