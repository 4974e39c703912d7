import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAccountBalances, BALANCE_TYPES, type AccountRow } from './account-balances.ts'

const SIDE = { ASSET: 'DEBIT', LIABILITY: 'CREDIT', EQUITY: 'CREDIT', INCOME: 'CREDIT', EXPENSE: 'DEBIT' }
const account = (
  type: keyof typeof SIDE,
  balanceInBusinessCurrency: string | null,
  change: Partial<AccountRow> = {},
): AccountRow => ({
  id: `${type} ${balanceInBusinessCurrency}`,
  name: type.toLowerCase(),
  isArchived: false,
  type: { value: type },
  normalBalanceType: SIDE[type],
  balanceInBusinessCurrency,
  ...change,
})
const about = { exponent: 2, partial: false }

describe('the balance sheet chart', () => {
  it('shows assets, liabilities and net worth, including the profit of this year', () => {
    const model = buildAccountBalances(
      [
        account('ASSET', '900.00'),
        account('LIABILITY', '300.50'),
        account('EQUITY', '100.00'),
        account('INCOME', '700.00'),
        account('EXPENSE', '200.50'),
      ],
      about,
    )
    expect(model).toMatchObject({
      worthMinor: 59_950,
      profitMinor: 49_950,
      equityMinor: 59_950,
      differenceMinor: 0,
    })
  })

  it('subtracts an account with the opposite normal balance', () => {
    const rows = [account('ASSET', '900'), account('ASSET', '250', { normalBalanceType: 'CREDIT' })]
    const [assets] = buildAccountBalances(rows, about).groups
    expect(assets?.totalMinor).toBe(65_000)
    expect(assets?.rows.map(({ minor }) => minor)).toEqual([90_000, -25_000])
  })

  it('shows the difference if the books do not balance', () => {
    expect(
      buildAccountBalances([account('ASSET', '1'), account('EQUITY', '0.99')], about).differenceMinor,
    ).toBe(1)
  })

  it('counts archived accounts with a balance, and keeps unknown balances unknown', () => {
    const rows = [
      account('ASSET', '5', { isArchived: true }),
      account('ASSET', null),
      account('ASSET', '0.00'),
    ]
    const model = buildAccountBalances(rows, about)
    expect(model.groups[0]).toMatchObject({
      totalMinor: 500,
      zero: 1,
      rows: [{ minor: 500, isArchived: true }, { minor: null }],
    })
    expect(model).toMatchObject({ form: 'full', unknown: 1, from: { accounts: 3 } })
  })

  it('is empty if all balances are zero', () => {
    expect(buildAccountBalances([account('ASSET', '0'), account('ASSET', null)], about).form).toBe('empty')
  })

  it('adds up to its totals in any order', () => {
    const anyAccount = fc
      .record({
        id: fc.uuid(),
        type: fc.constantFrom(...BALANCE_TYPES),
        side: fc.constantFrom('DEBIT', 'CREDIT'),
        minor: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      })
      .map(({ id, type, side, minor }) =>
        account(type, (minor / 100).toFixed(2), { id, normalBalanceType: side }),
      )
    fc.assert(
      fc.property(fc.uniqueArray(anyAccount, { selector: ({ id }) => id }), (rows) => {
        const model = buildAccountBalances(rows, about)
        for (const { rows: shown, totalMinor } of model.groups)
          expect(shown.reduce((sum, { minor }) => sum + (minor ?? 0), 0)).toBe(totalMinor)
        // Debits minus credits of all accounts is the difference to balanced books.
        const debits = rows.map((row) => {
          const cents = Math.round(Number(row.balanceInBusinessCurrency) * 100)
          return row.normalBalanceType === 'DEBIT' ? cents : -cents
        })
        expect(model.differenceMinor).toBe(debits.reduce((sum, cents) => sum + cents, 0))
        expect(buildAccountBalances(rows.toReversed(), about)).toEqual(model)
      }),
    )
  })
})
