import { describe, expect, it } from 'vitest'
import { runningLines } from './account-screen.tsx'

describe('the transaction lines of an account', () => {
  const bank = {
    id: 'bank',
    balance: '70.00',
    normalBalanceType: 'DEBIT',
    currency: { exponent: 2 },
  } as never
  const moved = (date: string, lines: readonly (readonly [string, string, string, string])[]) =>
    ({
      ...{ id: `${date}${lines.length}`, date, description: 'x' },
      lines: lines.map(([id, side, amount, basis]) => ({ account: { id }, side, amount, basis })),
    }) as never

  it('have running balances that start from today’s balance, the latest line first', () => {
    const lines = runningLines(
      bank,
      [
        moved('2026-11-21', [['bank', 'DEBIT', '1000.00', 'ALL']]),
        moved('2026-11-20', [
          ['bank', 'DEBIT', '50.00', 'ALL'],
          ['bank', 'CREDIT', '0.10', 'ALL'],
          ['sales', 'CREDIT', '49.90', 'ALL'],
        ]),
        moved('2026-11-19', [['bank', 'CREDIT', '5.00', 'CASH']]),
        moved('2026-11-18', [['bank', 'CREDIT', '20.00', 'ACCRUAL']]),
      ],
      { today: '2026-11-20' },
    )
    expect(lines.map(({ date, change, after }) => [date, change, after])).toEqual([
      ['2026-11-21', '1000.00', undefined],
      ['2026-11-20', '49.90', '70.00'],
      ['2026-11-18', '-20.00', '20.10'],
    ])
  })

  it('have no running balance if the provider returns no balance', () => {
    const unknown = { ...(bank as object), balance: null } as never
    const lines = runningLines(unknown, [moved('2026-11-20', [['bank', 'CREDIT', '1', 'ALL']])], {
      today: '2026-11-20',
    })
    expect(lines).toMatchObject([{ change: '-1.00', after: undefined }])
  })
})
