import { describe, expect, it } from 'vitest'
import { invoiceRow, TODAY } from '#testing/figure-rows.ts'
import { buildMovedUp, orderFirst } from './moved-up.ts'
import type { OverviewFigures } from './overview.ts'

const figures = (lateMinor: number | 'none', cash: 'full' | 'accounts' = 'full') =>
  ({
    today: TODAY,
    currency: { code: 'CAD', exponent: 2 },
    cashLine: { form: cash },
    whoOwesYou: lateMinor === 'none' ? { form: 'empty' } : { form: 'full', late: { minor: lateMinor } },
  }) as unknown as OverviewFigures
const account = {
  id: '1',
  name: 'Chequing',
  isArchived: false,
  type: { value: 'ASSET' },
  normalBalanceType: 'DEBIT',
  balanceInBusinessCurrency: '5.00',
}
const rows = {
  open: [invoiceRow({ id: '1' })],
  isPart: false,
  chart: undefined,
  offersTransactions: true,
}
const without = { ...rows, offersTransactions: false, chart: { rows: [account], isPart: false } }
const orderOf = (of: OverviewFigures, about: Parameters<typeof buildMovedUp>[1]) =>
  orderFirst({ ...of, movedUp: buildMovedUp(of, about) })

describe('the order of the first charts', () => {
  it('is cash, open invoices, in and out, and profit while an invoice is overdue', () => {
    expect(orderOf(figures(1), rows)).toEqual(['cash', 'owed', 'flow', 'profit'])
  })

  it('has upcoming payments before open invoices if nothing is overdue', () => {
    expect(orderOf(figures(0), rows)).toEqual(['cash', 'coming', 'owed', 'flow', 'profit'])
    expect(orderOf(figures('none'), rows)).toEqual(['cash', 'coming', 'owed', 'flow', 'profit'])
  })

  it('without transactions begins with open invoices, upcoming payments, money in and the balance sheet', () => {
    const expected = ['owed', 'coming', 'flow', 'ladder', 'cash', 'profit']
    expect(orderOf(figures(1, 'accounts'), without)).toEqual(expected)
    expect(orderOf(figures(0, 'accounts'), without)[0]).toBe('coming')
  })

  it('stays unchanged if invoices were not read', () => {
    expect(orderOf(figures(0), { ...rows, open: undefined })).toEqual(['cash', 'owed', 'flow', 'profit'])
  })

  it('keeps the rows of the moved charts', () => {
    expect(buildMovedUp(figures(0, 'accounts'), without)).toMatchObject({
      coming: { form: 'full', totalMinor: 11_300, usual: null },
      ladder: { form: 'full', worthMinor: 500 },
    })
  })
})
