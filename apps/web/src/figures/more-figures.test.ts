import { describe, expect, it } from 'vitest'
import { invoiceRow, money, payment, type SampleInvoice } from '#testing/figure-rows.ts'
import {
  buildMoreFigures,
  findPaidIds,
  moreVariables,
  type MoreAnswer,
  type YearRow,
} from './more-figures.ts'

const SCOPES = ['account:read', 'customer:read', 'invoice:read', 'product:read']
const asYear = (row: SampleInvoice) => row as unknown as YearRow
const pageOf = (nodes: readonly unknown[], totalCount = nodes.length) => ({
  pageInfo: { totalCount, totalPages: 1 },
  edges: nodes.map((node) => ({ node })),
})
const answerOf = (change: object): MoreAnswer =>
  ({
    id: 'business',
    timezone: 'Pacific/Auckland',
    currency: { code: 'CAD', exponent: 2 },
    accounts: pageOf([]),
    open: pageOf([]),
    changed: pageOf([]),
    year: pageOf([]),
    ...change,
  }) as unknown as MoreAnswer
const about = { readAt: '2026-11-20T12:00:00.000Z', scopes: SCOPES, year: [], payments: new Map() }

describe('the query of the further charts', () => {
  it.each([
    ['2026-11-20T12:00:00Z', '2025-11-01', '2026-11-21'],
    // In some time zones it is still yesterday, in others already tomorrow.
    ['2026-12-01T00:30:00Z', '2025-11-01', '2026-12-02'],
    ['2028-02-29T23:00:00Z', '2027-02-01', '2028-03-01'],
  ])('covers today in every time zone: at %s', (instant, yearFrom, to) => {
    const variables = moreVariables({ businessId: 'b', atMs: Date.parse(instant), scopes: SCOPES })
    expect(variables).toMatchObject({ yearFrom, to })
  })

  it('contains only what the permissions allow', () => {
    const variables = moreVariables({ businessId: 'b', atMs: 0, scopes: ['invoice:read'] })
    expect(variables).toMatchObject({
      seesAccounts: false,
      seesCustomers: false,
      seesInvoices: true,
      seesProducts: false,
    })
  })

  it('asks for the payments of invoices without an open amount', () => {
    const rows = [
      invoiceRow({ id: 'paid', amountDue: money(0) }),
      invoiceRow({ id: 'overpaid', amountDue: money(-1) }),
      invoiceRow({ id: 'open', amountDue: money(1) }),
      invoiceRow({ id: 'free', amountDue: money(0), total: money(0) }),
      invoiceRow({ id: 'draft', amountDue: money(0), status: 'DRAFT' }),
    ]
    expect(findPaidIds(rows.map(asYear))).toEqual(['paid', 'overpaid'])
  })
})

describe('the further figures', () => {
  it('count days in the time zone of the business', () => {
    // In Auckland it is the 21st already.
    const open = pageOf([invoiceRow({ id: '1', dueDate: '2026-11-21' })])
    expect(buildMoreFigures(answerOf({ open }), about).coming.form).toBe('empty')
    expect(buildMoreFigures(answerOf({ open, timezone: 'Pacific/Honolulu' }), about).coming.form).toBe('full')
  })

  it('contain payment habits from the payments that were read', () => {
    const year = ['1', '2', '3'].map((id) =>
      asYear(invoiceRow({ id, amountDue: money(0), dueDate: '2026-06-30' })),
    )
    const open = pageOf([invoiceRow({ id: '4', dueDate: '2026-12-01' })])
    const answer = answerOf({ open, year: pageOf(year) })
    const payments = new Map(year.map(({ id }) => [id, [payment('2026-07-09', '113')]]))
    expect(buildMoreFigures(answer, { ...about, year, payments })).toMatchObject({
      habits: { form: 'full', partial: false, rows: [{ median: 9 }] },
      coming: { usual: { customer: 'Fern & Co', daysLate: 9 }, rows: [{ expectedDate: '2026-12-10' }] },
    })
    payments.delete('1')
    // Two payments are no habit; the third was not read, so the result must not claim that there is no habit.
    expect(buildMoreFigures(answer, { ...about, year, payments }).habits).toEqual({
      form: 'unavailable',
      why: 'failed',
    })
  })

  it('are minimums while rows are missing', () => {
    const year = [asYear(invoiceRow({ id: '1' }))]
    const figures = buildMoreFigures(
      answerOf({
        year: pageOf(year, 2),
        open: pageOf([invoiceRow({ id: '2', dueDate: '2026-12-01' })], 2),
        changed: pageOf([invoiceRow({ id: '3', lastSentAt: '2026-11-02T09:00:00.000Z' })], 2),
        accounts: pageOf([], 1),
      }),
      { ...about, year },
    )
    const { readAt: _at, currency: _currency, habits: _habits, ...pictures } = figures
    for (const [name, picture] of Object.entries(pictures))
      expect(picture, name).toMatchObject({ partial: true })
  })

  it('are unavailable, not empty, if none of the rows that arrived belongs to them', () => {
    const late = pageOf([invoiceRow({ id: '1', dueDate: '2026-01-01' })], 300)
    const failed = { form: 'unavailable', why: 'failed' }
    expect(buildMoreFigures(answerOf({ open: late, changed: pageOf([], 300) }), about)).toMatchObject({
      coming: failed,
      journey: failed,
    })
  })

  it('contain the reason of each missing chart, and keep the others', () => {
    const failed = { form: 'unavailable', why: 'failed' }
    const notAllowed = { form: 'unavailable', why: 'not_allowed' }
    expect(
      buildMoreFigures(answerOf({ open: null, accounts: undefined }), { ...about, scopes: ['invoice:read'] }),
    ).toMatchObject({ coming: failed, ladder: notAllowed, journey: { form: 'empty' } })
    const { customer: _customer, ...unnamed } = invoiceRow({ id: '1' })
    const year = [unnamed as unknown as YearRow]
    expect(
      buildMoreFigures(answerOf({ year: pageOf(year) }), {
        ...about,
        year,
        scopes: ['invoice:read', 'product:read'],
      }),
    ).toMatchObject({ bestCustomers: notAllowed, habits: notAllowed, whatSells: { form: 'full' } })
  })

  it('refuse an amount that is not a safe integer, in its chart only', () => {
    const huge = { minorUnitValue: '9007199254740993', currency: { code: 'CAD', exponent: 2 } }
    const open = pageOf([invoiceRow({ id: '1', amountDue: huge })])
    expect(buildMoreFigures(answerOf({ open }), about)).toMatchObject({
      coming: { form: 'unavailable', why: 'refused' },
      journey: { form: 'empty' },
    })
  })
})
